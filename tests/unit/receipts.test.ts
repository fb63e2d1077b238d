import { expect, test } from 'vitest'
import { buyerExample } from '../../contract/buyer'
import { csvOf } from '../../contract/csv'
import { plainAmount } from '../../contract/money'
import { methodText } from '../../contract/payment-method'
import type { Receipt } from '../../contract/receipts'
import { receiptCsv, receiptLines } from '../../contract/receipts-csv'
import { createSiteZone } from '../../contract/site-day'
import { soldText } from '../../contract/sold-text'
import { periodInWords, periodText, rowText } from '../../src/billing/receipts/receipt-text'
import { axisStep, spendOf } from '../../src/billing/receipts/spend'
import { moneyText } from '../../src/lib/format'
import { receiptExample } from '../support/examples'
import * as invoices from '../support/invoice-examples'
import { withSettings } from '../support/with-settings'

const receipt = receiptExample()

test.each([
  [799_900, 'INR', '₹7,999.00', '7999.00'],
  [2900, 'JPY', '¥2,900', '2900'],
  // What another server may answer takes no page down.
  [2900, 'no currency', '2900', '2900'],
  [990_000_000_000_001, 'USD', '$9,900,000,000,000.01', '9900000000000.01'],
])('a receipt over %i of %s is %s, and %s in a file', (amount, currency, text, plain) => {
  expect(moneyText(amount, currency, { language: 'en-US' })).toBe(text)
  expect(plainAmount(amount, currency)).toBe(plain)
})

test('a receipt has its period with the last day, before the next begins, and in words each year that it needs', () => {
  const text = periodText(receipt, { language: 'en-GB' })
  expect(text.replaceAll('\u00a0', ' ')).toBe('14 Oct – 13 Nov 2026')
  expect(periodInWords(receipt)).toBe('October 14 to November 13, 2026')
  const overYears = { period_start: '2026-12-24T08:00:00Z', period_end: '2027-01-24T08:00:00Z' }
  expect(periodInWords(overYears)).toBe('December 24, 2026 to January 23, 2027')
  const endless = { ...receipt, period_end: null }
  expect([periodText(endless), periodInWords(endless)]).toEqual(['', ''])
})

test('a payment method is named as banks write it, and any other by the provider’s term', () => {
  const methods = ['card', 'upi', 'emandate', 'wallet'].map((kind) => ({
    payment_method: { kind },
  }))
  expect(methods.map((paid) => methodText(paid))).toEqual(['Card', 'UPI', 'eMandate', 'wallet'])
})

test('a receipt says how much of it was refunded in part', () => {
  const refunded = { ...receipt, state: 'refunded', amount: 199_900, currency: 'INR' } as const
  expect(rowText({ ...refunded, refunded_amount: 50_000 })).toBe('Partly refunded ₹500 of ₹1,999')
  expect(rowText({ ...refunded, refunded_amount: 199_900 })).toBe('Refunded')
})

test('a receipt says what was sold: the plan, and for how long if that is a month or a year', () => {
  const until = (period_end: string | null) => soldText({ ...receipt, period_end })
  expect(until('2026-11-14T08:00:00Z')).toBe('Growth, one month')
  expect(until('2027-10-14T08:00:00Z')).toBe('Growth, one year')
  expect(until('2026-10-24T08:00:00Z')).toBe('Growth')
  expect(until(null)).toBe('Growth')
  const february = { period_start: '2027-02-01T08:00:00Z', period_end: '2027-03-01T08:00:00Z' }
  expect(soldText({ ...receipt, ...february })).toBe('Growth, one month')
})

const columns = receiptCsv(() => createSiteZone('Asia/Kolkata'))

function linesOf(receipt: Receipt) {
  return receiptLines([receipt]).map((line) => {
    const cells = Object.entries(columns).map(([name, text]) => [name, text(line)] as const)
    return Object.fromEntries(cells.map(([name, text]) => [name, String(text)]))
  })
}

test('the file of receipts has every field of an invoice', () => {
  const [line, ...others] = linesOf(invoices.withinState)
  expect(line).toMatchObject({
    Date: '2026-11-23',
    ...{ Plan: 'Growth', 'Period start': '2026-11-23', 'Period end': '2026-12-22' },
    ...{ Amount: '7999.00', Currency: 'INR', 'Payment method': 'Visa ending in 4242' },
    ...{ 'Payment id': 'pay_Rz7Kq2mVx41dLt', 'Invoice number': 'R-0042' },
    ...{ 'Receipt id': 'inv_42', 'Time zone': 'India Standard Time' },
    'Tax invoice': 'OL/26-27/000042',
    'Tax invoice date': '2026-11-23',
    'Billed to': 'Acme Analytics Private Limited',
    'Billing address': '4th Floor, 17 Residency Road, Bengaluru 560025, Karnataka, India',
    'Buyer tax number': '29AAACA0000A1ZU',
    'Buyer reference': 'PO 4500-2217',
    Seller: 'Orglens Sandbox Private Limited',
    'Seller GSTIN': '29AAACO0000O1ZN',
    'Place of supply': 'Karnataka (29)',
    'Reverse charge': 'No',
    SAC: '998315',
    Quantity: '1',
    'Taxable amount': '6778.82',
    CGST: '610.09',
    'SGST or UTGST': '610.09',
    IGST: '',
    'Credit notes': '',
  })
  expect(others).toEqual([])
})

test('the file of receipts has the tax of other states, abroad none, and the organisation where there is no buyer', () => {
  expect(linesOf(invoices.acrossStates)[0]).toMatchObject({ CGST: '', IGST: '1220.18' })
  const abroad = { IGST: '0.00', 'Place of supply': 'Germany' }
  expect(linesOf(invoices.abroad)[0]).toMatchObject(abroad)
  const named = { 'Billed to': 'Acme Analytics', 'Buyer tax number': '' }
  expect(linesOf(invoices.withoutBuyer)[0]).toMatchObject(named)
  const tax = [{ name: 'UTGST', rate: 9, amount: 61_009 }]
  const papers = invoices.withinState.tax_documents.map((paper) => ({ ...paper, tax }))
  const [union] = linesOf({ ...invoices.withinState, tax_documents: papers })
  expect(union).toMatchObject({ CGST: '', 'SGST or UTGST': '610.09' })
})

test('the file of receipts gives a credit note a line of its own, whose amounts are negative', () => {
  const [invoice, note] = linesOf(invoices.refundedInPart)
  expect(invoice).toMatchObject({
    ...{ Amount: '7999.00', Refunded: '0.00', Status: 'partly refunded' },
    ...{ 'Taxable amount': '6778.82', 'Credit notes': 'OL/26-27/C00003' },
  })
  expect(note).toMatchObject({
    ...{ Date: '2026-12-03', Amount: '-500.00', Refunded: '', Status: 'refund' },
    ...{ 'Receipt id': 'inv_42', 'Tax invoice': 'OL/26-27/000042' },
    ...{ 'Tax invoice date': '2026-11-23', 'Credit notes': 'OL/26-27/C00003' },
    ...{ 'Taxable amount': '-423.72', CGST: '-38.14', 'SGST or UTGST': '-38.14' },
  })
})

test.each<[Partial<Receipt>, string]>([
  [{ state: 'paid' }, 'paid'],
  [{ state: 'unpaid', is_due: true }, 'unpaid'],
  [{ state: 'unpaid', is_due: false }, 'not charged'],
  [{ state: 'refunded', refunded_amount: 9_900 }, 'refunded'],
  [{ state: 'refunded', refunded_amount: 9_899 }, 'partly refunded'],
])('the file of receipts has the status of %j: %s', (changes, Status) => {
  const nothing = { 'Period start': '', 'Period end': '', 'Payment id': '', 'Invoice number': '' }
  const bare = { period_start: null, period_end: null, payment_id: null, number: null }
  const amounts = { amount: 9_900, refunded_amount: 0 }
  expect(linesOf(receiptExample({ ...amounts, ...bare, ...changes }))).toMatchObject([
    { Status, Seller: '', 'Taxable amount': '', 'Credit notes': '', ...nothing },
  ])
})

test('the file of receipts has a refund without a credit note beside its payment', () => {
  const refunded = { state: 'refunded', refunded_amount: 60_000 } as const
  expect(linesOf(receiptExample(refunded))).toMatchObject([{ Refunded: '600.00' }])
  // Ten rupees more than the credit note's.
  expect(linesOf({ ...invoices.refundedInPart, refunded_amount: 51_000 })).toMatchObject([
    { Refunded: '10.00' },
    { Refunded: '' },
  ])
  // The credit note of a correction gives nothing back.
  const corrected = { ...invoices.corrected, refunded_amount: 1_000 }
  expect(linesOf(corrected)[0]).toMatchObject({ Refunded: '10.00' })
})

test('the file of receipts has each paper of a correction as it was, and its taxes add up to what is owed', () => {
  const lines = linesOf(invoices.corrected)
  expect(lines.map((line) => [line.Status, line['Billed to'], line['Tax invoice']])).toEqual([
    ['paid', 'Acme Analytics Ltd', 'OL/26-27/000042'],
    ['correction', 'Acme Analytics Private Limited', 'OL/26-27/000042'],
    ['correction', 'Acme Analytics Private Limited', 'OL/26-27/000043'],
  ])
  const [old, ...others] = invoices.corrected.tax_documents
  const former = { ...buyerExample, tax_id: '27AAACA0000A1ZV' }
  const papers = [{ ...old, billed_to: former } as (typeof others)[number], ...others]
  expect(linesOf({ ...invoices.corrected, tax_documents: papers })[0]).toMatchObject({
    'Buyer tax number': former.tax_id,
  })
  const sum = lines.reduce((total, { CGST }) => total + Number(CGST), 0)
  expect(sum).toBeCloseTo(610.09)
  expect(lines.map(({ Amount }) => Amount)).toEqual(['7999.00', '-7999.00', '7999.00'])
})

test('the file of receipts keeps the sign of amounts, and neutralises the formulas of a buyer', () => {
  const evil = { ...buyerExample, legal_name: '=1+1', reference: '-2+3', lines: ['@SUM(A1)'] }
  const { refundedInFull } = invoices
  const papers = refundedInFull.tax_documents.map((paper) => ({ ...paper, billed_to: evil }))
  const file = csvOf(columns, receiptLines([{ ...refundedInFull, tax_documents: papers }]))
  expect(file).toContain(",'=1+1,")
  expect(file).toContain(",'-2+3,")
  expect(file).toContain(`"'@SUM(A1), Bengaluru`)
  expect(file).toContain(',-6778.82,-610.09,-610.09,,')
  expect(file).not.toMatch(/,[=+@]|,"[=+\-@]/)
})

const receiptAt = (taken_at: string, changes: Partial<Receipt> = {}) =>
  receiptExample({ taken_at, ...changes })

const today = new Date('2026-11-29T00:00:00.000Z')

const paidMonths = (receipts: Receipt[]) =>
  spendOf(receipts, 'USD', today)
    ?.months.filter(({ plans }) => plans.length > 0)
    .map(({ start, amount, plans }) => [start.toISOString().slice(0, 7), amount, plans.join()])

test('the spend of a year is of this month and the eleven before', () => {
  const receipts = [
    receiptAt('2026-11-29T10:00:00.000Z'),
    receiptAt('2025-12-01T10:00:00.000Z', { plan_name: 'Starter', amount: 2900 }),
    receiptAt('2025-11-30T10:00:00.000Z'),
  ]
  expect(paidMonths(receipts)).toEqual([
    ['2025-12', 2900, 'Starter'],
    ['2026-11', 9900, 'Growth'],
  ])
  const spend = spendOf(receipts, 'USD', today)
  expect([spend?.months.length, spend?.total, spend?.isPartial]).toEqual([12, 12800, false])
})

test('the axis of the spend has two round steps, of which the second is above the highest bar', () => {
  expect([0, 9_900, 10_000, 18_000].map(axisStep)).toEqual([60, 5_000, 6_000, 10_000])
})

test('the spend of a year counts a payment in the month of its day in the site’s zone', () => {
  withSettings({ timeZone: 'Asia/Kolkata' })
  expect(paidMonths([receiptAt('2026-08-31T20:00:00.000Z')])).toEqual([['2026-09', 9900, 'Growth']])
})

test('the spend of a year takes refunds off, and leaves out what was not paid or is in another currency', () => {
  const refunded = { state: 'refunded', plan_name: 'Starter' } as const
  const receipts = [
    receiptAt('2026-10-02T10:00:00.000Z', { ...refunded, refunded_amount: 9900 }),
    receiptAt('2026-10-03T10:00:00.000Z', { state: 'refunded', refunded_amount: 900 }),
    receiptAt('2026-10-04T10:00:00.000Z', { state: 'unpaid' }),
    receiptAt('2026-10-05T10:00:00.000Z', { currency: 'INR' }),
  ]
  expect(paidMonths(receipts)).toEqual([['2026-10', 9000, 'Starter,Growth']])
  expect(spendOf(receipts, 'USD', today)?.isPartial).toBe(true)
  expect(spendOf(receipts.slice(2, 3), 'USD', today)).toBeNull()
})
