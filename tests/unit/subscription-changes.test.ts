import { expect, test } from 'vitest'
import type { Plan } from '../../server/api/payments'
import {
  isSettled,
  type ProviderUpdate,
  recordEnd,
  recordPayment,
  recordProviderUpdate,
} from '../../server/billing/decide'
import { renewalOf } from '../../server/billing/plan/renewals'
import type { Subscription } from '../../server/billing/tables'
import { bundledPlans } from '../../server/plans/plans'

const start = Date.parse('2026-03-01T12:00:00.500Z')
const at = (seconds: number) => new Date(start + seconds * 1000)
const now = { ours: at(10_000), provider: at(10_000) }

const subscriptionOf = (id: string, change: Partial<Subscription> = {}): Subscription => ({
  ...{ id, organisationId: 'acme', plan: bundledPlans[id.startsWith('other') ? 1 : 0] as Plan },
  ...{ currency: 'USD', state: 'unpaid', createdAt: at(-100), wasPaid: false, startedAt: null },
  ...{ endedAt: null, nextCheckAt: null, checkFailures: 3, renewal: null, nextStepAt: null },
  ...change,
})

const ended = (id: string, seconds: number) =>
  subscriptionOf(id, { state: 'cancelled', startedAt: at(-50), endedAt: at(seconds) })

const of = (subscriptions: Subscription[]) => ({
  ...{ subscriptions, refundedPaymentIds: [], deletion: null },
})

const payment = (id: string, seconds: number | null) => ({
  id,
  takenAt: seconds === null ? null : at(seconds),
})

type Payments = ProviderUpdate['payments']
const paidOnce = { id: 'sub', paidCount: 1, paidAt: at(-50), charges: null }

const endUpdate = (seconds: number, payments: Payments): ProviderUpdate => ({
  subscription: { ...paidOnce, status: 'ended', endedAt: at(seconds) },
  payments,
  hasAllPayments: true,
})

const paidUpdate = (payments: Payments): ProviderUpdate => ({
  subscription: { ...paidOnce, status: 'paid', endedAt: null },
  payments,
  hasAllPayments: false,
})

test('a known end is kept if the provider has it up to a minute earlier', () => {
  const after = (seconds: number) =>
    recordEnd([ended('sub', 100)], 'sub', at(seconds), now).subscriptions
  // It reports whole seconds.
  expect([after(99.5), after(40)]).toEqual([[], []])
  expect(after(39)).toMatchObject([{ state: 'cancelled', endedAt: at(39), checkFailures: 0 }])
})

test('a plan that Orglens learned of after the provider had ended it keeps its end', () => {
  const heardOf = subscriptionOf('sub', { state: 'live', startedAt: at(300) })
  const [known] = recordEnd([heardOf], 'sub', at(0), now).subscriptions
  expect(known).toMatchObject({ state: 'cancelled', endedAt: at(300) })
  expect(recordEnd(known ? [known] : [], 'sub', at(0), now).subscriptions).toEqual([])
})

test('a plan that follows an end of the same plan is no second payment, whatever the clocks', () => {
  const all = [ended('sub', 100), subscriptionOf('sub-again')]
  const { subscriptions, refunds } = recordPayment(of(all), 'sub-again', at(41), [], now)
  expect(subscriptions).toMatchObject([{ id: 'sub-again', state: 'live', startedAt: at(41) }])
  expect(refunds).toEqual([])
})

test('a cancelled plan isn’t an upgraded one because of the next, whatever the clocks', () => {
  const all = [ended('sub', 100), subscriptionOf('other')]
  const { subscriptions } = recordPayment(of(all), 'other', at(41), [], now)
  expect(subscriptions).toMatchObject([{ id: 'other', state: 'live' }])
  const earlier = recordPayment(of(all), 'other', at(39), [], now).subscriptions
  expect(earlier).toMatchObject([{ id: 'sub', state: 'upgraded', endedAt: at(39) }, {}])
})

const reasons = (...given: Parameters<typeof recordProviderUpdate>) =>
  recordProviderUpdate(...given).refunds.map(({ paymentId, reason }) => [paymentId, reason])

test('a payment is refunded if the provider took it more than 60 s after the end, by its own clock', () => {
  const payments = [payment('first', -50), payment('renewal', 159), payment('late', 161)]
  expect(reasons(of([ended('sub', 100)]), endUpdate(300, payments), now)).toEqual([
    ['late', 'after-the-end'],
  ])
})

test('a payment is refunded if its subscription never was the plan, which stays void', () => {
  const all = [subscriptionOf('sub', { state: 'void', endedAt: at(100) })]
  const changes = recordProviderUpdate(of(all), endUpdate(300, [payment('only', 50)]), now)
  expect(changes.refunds).toMatchObject([{ paymentId: 'only', reason: 'never-the-plan' }])
  expect(changes.subscriptions).toMatchObject([{ state: 'void', nextCheckAt: null }])
})

test('a payment is never refunded while its subscription is the plan, nor if its time is unknown', () => {
  const live = subscriptionOf('sub', { state: 'live', startedAt: at(-50) })
  const paid = paidUpdate([payment('renewal', 5_000)])
  expect(recordProviderUpdate(of([live]), paid, now)).toEqual({ subscriptions: [], refunds: [] })
  const unknown = endUpdate(300, [payment('unknown', null)])
  expect(reasons(of([ended('sub', 100)]), unknown, now)).toEqual([])
})

test('where a payment is refunded, the provider is told of the end again if it may not know', () => {
  const paid = paidUpdate([payment('late', 200)])
  const { subscriptions } = recordProviderUpdate(of([ended('sub', 100)]), paid, now)
  expect(subscriptions).toMatchObject([{ id: 'sub', state: 'cancelled', nextCheckAt: now.ours }])
})

test.each([
  [13_599, []],
  [13_600, [now.ours]],
])('a payment after %i s may be a renewal within a day of a stopped plan’s end', (...row) => {
  const [seconds, checks] = row
  const renewal = { ...renewalOf({ renewal: null }), stopsAt: at(100_000) }
  const all = [{ ...ended('sub', 100_000), renewal }]
  const update = paidUpdate([payment('only', seconds)])
  const { subscriptions } = recordProviderUpdate(of(all), update, now)
  expect(subscriptions.map(({ nextCheckAt }) => nextCheckAt)).toEqual(checks)
})

test('a checkout that was paid and has ended was a plan, even if only its payment says so', () => {
  const news = endUpdate(300, [payment('only', 10)])
  const subscription = { ...news.subscription, paidCount: 0, paidAt: null }
  const known = of([subscriptionOf('sub')])
  const { subscriptions, refunds } = recordProviderUpdate(known, { ...news, subscription }, now)
  expect(subscriptions).toMatchObject([
    { state: 'cancelled', startedAt: at(10), endedAt: at(300), nextCheckAt: null },
  ])
  expect(refunds).toEqual([])
})

test('a checkout that was paid after it had ended here is asked about at once', () => {
  const all = [subscriptionOf('sub', { state: 'void', endedAt: at(100) })]
  const { subscriptions } = recordProviderUpdate(of(all), paidUpdate([]), now)
  expect(subscriptions).toMatchObject([{ state: 'void', wasPaid: true, nextCheckAt: now.ours }])
})

test('a payment that is reported by an event ahead of our clock keeps its time', () => {
  const { subscription } = paidUpdate([])
  const news = { subscription: { ...subscription, paidAt: at(20_000) }, at: at(20_000) }
  const { subscriptions } = recordProviderUpdate(of([subscriptionOf('sub')]), news, now)
  expect(subscriptions).toMatchObject([{ state: 'live', startedAt: at(20_000) }])
})

test('an end is settled only by a report that lists all payments', () => {
  const update = endUpdate(300, [payment('only', 10)])
  const known = of([ended('sub', 300)])
  expect(isSettled(known, { ...update, hasAllPayments: true })).toBe(true)
  expect(isSettled(known, { ...update, hasAllPayments: false })).toBe(false)
  // It was paid once, whatever the provider has counted so far.
  const uncounted = { ...update.subscription, paidCount: 0 }
  expect(isSettled(known, { ...update, subscription: uncounted, payments: [] })).toBe(false)
})
