import { expect, test } from 'vitest'
import { findDueWork, findOldestWork } from '../../server/app/due-work'
import { createMemoryStore } from '../../server/app/memory-store'
import { nextCheckoutCheck } from '../../server/billing/checkout/polling'
import type { Subscription } from '../../server/billing/tables'
import { backoffForAge, hour, later, minute, second } from '../../server/lib/time'
import { add, type TableName } from '../../server/store/change'

const now = new Date('2026-01-02T03:04:05.678Z')
const ago = (hours: number) => later(now, -hours * hour)

/** One row of each kind of work, and two that wait for the provider or nobody. */
const rows: [TableName, object][] = [
  ['mails', { nextAttemptAt: later(now, hour), createdAt: ago(1) }],
  ['mails', { id: 'captured', nextAttemptAt: null, createdAt: ago(9) }],
  ['refunds', { paymentId: 'one', nextAttemptAt: now, createdAt: ago(2), refundId: null }],
  ['refunds', { paymentId: 'two', nextAttemptAt: now, createdAt: ago(9), refundId: 'begun' }],
  ['receiptChecks', { subscriptionId: 'one', dueAt: ago(3) }],
  ['subscriptions', { id: 'ended', state: 'cancelled', nextCheckAt: now, endedAt: ago(4) }],
  ['subscriptions', { id: 'unpaid', state: 'unpaid', nextCheckAt: ago(5) }],
  ['subscriptions', { id: 'live', state: 'live', nextCheckAt: ago(6), nextStepAt: ago(7) }],
  ['deletions', { organisationId: 'acme', nextStepAt: ago(8) }],
  ['reports', { runAt: later(now, 1) }],
  ['chores', { name: 'housekeeping', nextAt: later(now, 1) }],
  ['chores', { name: 'another', nextAt: ago(9) }],
]

test('work is due by its own time, and late since its beginning if it must succeed in the end', async () => {
  const store = createMemoryStore()
  expect((await findDueWork(store, now)).jobs).toEqual(['housekeeping'])
  for (const [table, row] of rows) await store.save(add(table, { id: 'one', ...row } as never))
  expect((await findDueWork(store, now)).jobs).toEqual([
    ...['refunds', 'receipts', 'cancellations', 'checkouts', 'comparison', 'renewals', 'deletions'],
  ])
  const all = await findDueWork(store, later(now, hour))
  expect(all.jobs).toEqual(expect.arrayContaining(['mail', 'reports', 'housekeeping']))
  expect(await findOldestWork(store, now)).toEqual({
    // It is tried again later; what is only captured isn't sent.
    mail: ago(1),
    // What the provider has begun waits for it.
    refunds: ago(2),
    receipts: ago(3),
    cancellations: ago(4),
    checkouts: ago(5),
    comparison: ago(6),
    renewals: ago(7),
    deletions: ago(8),
    reports: null,
    housekeeping: null,
  })
})

test('the provider is asked every ten seconds at first, and twice a day in the end', () => {
  expect([0, 90 * second, 15 * minute, 24 * hour, 240 * hour].map(backoffForAge)).toEqual([
    ...[10 * second, 10 * second, 90 * second, 2.4 * hour, 12 * hour],
  ])
  // Buyers wait for a young checkout.
  const checkout = { createdAt: now } as Subscription
  const checks = [14 * minute, 15 * minute].map((age) => {
    const at = later(now, age)
    return Number(nextCheckoutCheck(checkout, at)) - Number(at)
  })
  expect(checks).toEqual([10 * second, 90 * second])
})
