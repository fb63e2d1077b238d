import { expect, test } from 'vitest'
import type { Receipt } from '../../contract/receipts'
import { axisStep, spendOf } from '../../src/billing/receipts/spend'
import { receiptExample } from '../support/examples'
import { withSettings } from '../support/with-settings'

const receipt = (taken_at: string, changes: Partial<Receipt> = {}) =>
  receiptExample({ taken_at, ...changes })

const today = new Date('2026-11-29T00:00:00.000Z')

const paidMonths = (receipts: Receipt[]) =>
  spendOf(receipts, 'USD', today)
    ?.months.filter(({ plans }) => plans.length > 0)
    .map(({ start, amount, plans }) => [start.toISOString().slice(0, 7), amount, plans.join()])

test('the spend of a year is of this month and the eleven before', () => {
  const receipts = [
    receipt('2026-11-29T10:00:00.000Z'),
    receipt('2025-12-01T10:00:00.000Z', { plan_name: 'Starter', amount: 2900 }),
    receipt('2025-11-30T10:00:00.000Z'),
  ]
  expect(paidMonths(receipts)).toEqual([
    ['2025-12', 2900, 'Starter'],
    ['2026-11', 9900, 'Growth'],
  ])
  const spend = spendOf(receipts, 'USD', today)
  expect([spend?.months.length, spend?.total, spend?.isPartial]).toEqual([12, 12800, false])
})

test('the spend of a year counts a payment in the month of its day in the site’s zone', () => {
  withSettings({ timeZone: 'Asia/Kolkata' })
  expect(paidMonths([receipt('2026-08-31T20:00:00.000Z')])).toEqual([['2026-09', 9900, 'Growth']])
})

test('the spend of a year takes refunds off, and leaves out what was not paid or is in another currency', () => {
  const refunded = { state: 'refunded', plan_name: 'Starter' } as const
  const receipts = [
    receipt('2026-10-02T10:00:00.000Z', { ...refunded, refunded_amount: 9900 }),
    receipt('2026-10-03T10:00:00.000Z', { state: 'refunded', refunded_amount: 900 }),
    receipt('2026-10-04T10:00:00.000Z', { state: 'unpaid' }),
    receipt('2026-10-05T10:00:00.000Z', { currency: 'INR' }),
  ]
  expect(paidMonths(receipts)).toEqual([['2026-10', 9000, 'Starter,Growth']])
  expect(spendOf(receipts, 'USD', today)?.isPartial).toBe(true)
})

test('the spend of a year is none where nothing was paid', () => {
  const unpaid = receipt('2026-10-04T10:00:00.000Z', { state: 'unpaid' })
  expect(spendOf([unpaid], 'USD', today)).toBeNull()
})

test.each([
  [9900, 5000],
  [10000, 6000],
  [19800, 10000],
  [2900, 1500],
  [799900, 400000],
  [0, 60],
])('the axis of bars up to %i has steps of %i', (most, step) => {
  expect(axisStep(most)).toBe(step)
})
