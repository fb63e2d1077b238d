import { expect, test } from 'vitest'
import { buyerExample } from '../../contract/buyer'
import { csvOf } from '../../contract/csv'
import type { Receipt } from '../../contract/receipts'
import { receiptCsv, receiptLines } from '../../contract/receipts-csv'
import { createSiteZone } from '../../contract/site-day'
import { receiptExample } from '../support/examples'
import * as invoices from '../support/invoice-examples'

const columns = receiptCsv(() => createSiteZone('Asia/Kolkata'))

/** @returns the cells of a receipt's lines, by their headers, as a spreadsheet reads them. */
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
    Amount: '7999.00',
    'Invoice number': 'R-0042',
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
  expect(linesOf(invoices.abroad)[0]).toMatchObject({
    IGST: '0.00',
    'Place of supply': 'Germany',
  })
  const named = { 'Billed to': 'Acme Analytics', 'Buyer tax number': '' }
  expect(linesOf(invoices.withoutBuyer)[0]).toMatchObject(named)
  const tax = [{ name: 'UTGST', rate: 9, amount: 61_009 }]
  const papers = invoices.withinState.tax_documents.map((paper) => ({ ...paper, tax }))
  const union = { ...invoices.withinState, tax_documents: papers }
  expect(linesOf(union)[0]).toMatchObject({ CGST: '', 'SGST or UTGST': '610.09' })
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

test('the file of receipts has a refund without a credit note beside its payment', () => {
  const refunded = { state: 'refunded', refunded_amount: 60_000 } as const
  expect(linesOf(receiptExample(refunded))).toMatchObject([{ Refunded: '600.00' }])
  // Ten rupees more than the credit note's.
  expect(linesOf({ ...invoices.refundedInPart, refunded_amount: 51_000 })).toMatchObject([
    { Refunded: '10.00' },
    { Refunded: '' },
  ])
})

test('the file of receipts has each paper of a correction as it was, and its taxes add up to what is owed', () => {
  const lines = linesOf(invoices.corrected)
  expect(lines.map((line) => [line.Status, line['Billed to'], line['Tax invoice']])).toEqual([
    ['paid', 'Acme Analytics Ltd', 'OL/26-27/000042'],
    ['correction', 'Acme Analytics Private Limited', 'OL/26-27/000042'],
    ['correction', 'Acme Analytics Private Limited', 'OL/26-27/000043'],
  ])
  const sum = lines.reduce((total, { CGST }) => total + Number(CGST), 0)
  expect(sum).toBeCloseTo(610.09)
  expect(lines.map(({ Amount }) => Amount)).toEqual(['7999.00', '-7999.00', '7999.00'])
})

test('the file of receipts keeps the sign of amounts, and neutralises the formulas of a buyer', () => {
  const evil = { ...buyerExample, legal_name: '=1+1', reference: '-2+3', lines: ['@SUM(A1)'] }
  const papers = invoices.refundedInFull.tax_documents
  const evilPapers = papers.map((paper) => ({ ...paper, billed_to: evil }))
  const receipt = { ...invoices.refundedInFull, tax_documents: evilPapers }
  const file = csvOf(columns, receiptLines([receipt]))
  expect(file).toContain(",'=1+1,")
  expect(file).toContain(",'-2+3,")
  expect(file).toContain(`"'@SUM(A1), Bengaluru`)
  expect(file).toContain(',-6778.82,-610.09,-610.09,,')
  expect(file).not.toMatch(/,[=+@]|,"[=+\-@]/)
})
