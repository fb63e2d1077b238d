import { expect, test } from 'vitest'
import { plainAmount } from '../../contract/money'
import { soldText } from '../../contract/sold-text'
import { periodInWords, periodText, rowText } from '../../src/billing/receipts/receipt-text'
import { moneyText } from '../../src/lib/format'
import { receiptExample } from '../support/examples'

const receipt = receiptExample()

test.each([
  [799_900, 'INR', '₹7,999.00', '7999.00'],
  [2900, 'JPY', '¥2,900', '2900'],
  [2900, 'KWD', 'KWD\u00a02.900', '2.900'],
  // What another server may answer takes no page down.
  [2900, 'no currency', '2900', '2900'],
  [990_000_000_000_001, 'USD', '$9,900,000,000,000.01', '9900000000000.01'],
])('a receipt over %i of %s is %s, and %s in a file', (amount, currency, text, plain) => {
  expect(moneyText(amount, currency, { language: 'en-US' })).toBe(text)
  expect(plainAmount(amount, currency)).toBe(plain)
})

test('a receipt names its dollars if the visitor’s differ', () => {
  expect(moneyText(9900, 'USD', { language: 'en-CA' })).toBe('US$99.00')
  expect(moneyText(9900, 'CAD', { language: 'en-US' })).toBe('CA$99.00')
})

test('a receipt shows its period with the last day, before the next period begins', () => {
  expect(periodText(receipt, { language: 'en-GB' }).replaceAll('\u00a0', ' ')).toBe(
    '14 Oct – 13 Nov 2026',
  )
  expect(periodText({ ...receipt, period_end: null })).toBe('')
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

test('a receipt says its period in words, with each year that it needs', () => {
  expect(periodInWords(receipt)).toBe('October 14 to November 13, 2026')
  const overYears = { period_start: '2026-12-24T08:00:00Z', period_end: '2027-01-24T08:00:00Z' }
  expect(periodInWords(overYears)).toBe('December 24, 2026 to January 23, 2027')
  expect(periodInWords({ ...receipt, period_end: null })).toBe('')
})
