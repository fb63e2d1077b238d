import type { Charges, ProviderPayment, ProviderSubscription } from '../api/payments'
import { day, hour, later, minute } from '../lib/time'
import type { Deletion } from '../people/tables'
import { isSamePlan } from '../plans/plans'
import { isSameRenewal, isYearUnpaid, renewalOf, withCharges } from './plan/renewals'
import type { Refund } from './refunds/tables'
import type { Renewal, Subscription } from './tables'

/** The states of subscriptions that are or were an organisation's plan. */
export const planStates: Subscription['state'][] = ['live', 'upgraded', 'cancelled']

/** The states of subscriptions that have ended here. The provider is told of the end until it confirms it. */
export const endedStates: Subscription['state'][] = ['upgraded', 'cancelled', 'void']

/** The basis of a decision on an organisation's subscriptions. */
export interface Billing {
  /** All plans so far, and the subscription that the decision is about. */
  subscriptions: Subscription[]
  /** Payments of that subscription whose refund was already decided. */
  refundedPaymentIds: string[]
  /** The organisation's scheduled deletion, during which nothing can be bought (D140); null: none. */
  deletion: Deletion | null
}

export interface Changes {
  subscriptions: Subscription[]
  refunds: Refund[]
}

/**
 * The current time by two clocks. Events are ordered by the provider's clock, which all servers share (D69). Work is
 * scheduled by this server's clock.
 */
export interface Clocks {
  ours: Date
  provider: Date
}

/** The provider's report of a subscription and its payments. */
export interface ProviderUpdate {
  subscription: ProviderSubscription
  /** Captured payments only. Absent: none were requested. */
  payments?: readonly ProviderPayment[] | undefined
  /** Whether `payments` has all payments that the provider lists so far. */
  hasAllPayments?: boolean
  /** When the reported event happened, by the provider's clock; null or absent: unknown. */
  at?: Date | null
}

type Started = Subscription & { startedAt: Date }

/**
 * Times closer than this count as simultaneous, in ms. The provider's times have whole seconds, and the offset of its clock
 * is measured.
 */
const clockTolerance = minute
/** The age at which a new plan is first compared with the provider, in ms. */
const firstComparison = 12 * hour

/**
 * Records that a subscription was paid. It becomes the organisation's plan, and the previous plan ends as upgraded.
 *
 * Reports may be late and out of order. The time of the payment decides the plan's place in the history, so the history is
 * the same in any order. A plan that was replaced before its payment was reported ends at once.
 *
 * A second payment for the same plan makes its subscription void and is refunded (D33, D47), unless the plan's year isn't
 * paid. So does a payment during the
 * organisation's deletion. The provider must be told of each end, so its check is due at once.
 * @param paidAt null for a payment made just now, after everything else.
 * @param payments known payments of this subscription.
 * @returns no changes if the payment was recorded before.
 */
export function recordPayment(
  known: Billing,
  id: string,
  paidAt: Date | null,
  payments: readonly ProviderPayment[],
  now: Clocks,
): Changes {
  const { subscriptions: all } = known
  const found = all.find((candidate) => candidate.id === id)
  if (found?.state !== 'unpaid') {
    // An expired checkout was paid after all. The next check finds its payment.
    const isUnknownPayment = found?.state === 'void' && !found.wasPaid
    const reopened = isUnknownPayment ? [{ ...found, wasPaid: true, nextCheckAt: now.ours }] : []
    return withRefunds(known, reopened, id, payments, now)
  }
  const subscription = { ...found, wasPaid: true }
  const history = historyOf(all)
  const startedAt = paidAt ? capAtNow(paidAt, now) : afterEverything(history, now.provider)
  const started = { ...subscription, startedAt }
  const before = history.findLast((other) => isBefore(other, started))
  const after = history.find((other) => !isBefore(other, started))
  const replaced = before && wasRunningAt(before, startedAt) ? before : null

  const isOwned = [replaced && !isYearUnpaid(replaced) ? replaced : null, after].some(
    (one) => one && isSamePlan(one.plan, subscription.plan),
  )
  if (isOwned || known.deletion) {
    return withRefunds(
      known,
      [endedNow(subscription, 'void', now.provider, now)],
      id,
      payments,
      now,
    )
  }
  const changed = [
    ...(replaced ? [endedNow(replaced, 'upgraded', startedAt, now)] : []),
    after
      ? endedNow(started, 'upgraded', after.startedAt, now)
      : { ...started, state: 'live' as const, nextCheckAt: later(now.ours, firstComparison) },
  ]
  return withRefunds(known, changed, id, payments, now)
}

/**
 * Records an end that isn't an upgrade.
 * @param endedAt by the provider's clock. A known end keeps its time unless this one is clearly
 *   earlier, because the provider reports our own cancellations back to us.
 */
export function recordEnd(
  all: readonly Subscription[],
  id: string,
  endedAt: Date,
  now: Clocks,
): Changes {
  const subscription = all.find((candidate) => candidate.id === id)
  if (!subscription || subscription.state === 'void') return noChanges()
  const { startedAt, endedAt: known } = subscription
  if (!startedAt) return changed(endedNow(subscription, 'void', endedAt, now))
  // A plan reported late may begin after the provider ended it.
  const end = latest(endedAt, startedAt)
  if (known && end.getTime() >= known.getTime() - clockTolerance) return noChanges()
  return changed(endedNow(subscription, 'cancelled', end, now))
}

/**
 * Whether the provider has confirmed a subscription's end and listed all of its payments. It counts a payment some time
 * before it lists it.
 */
export function isSettled(
  { subscriptions, refundedPaymentIds }: Billing,
  { subscription, payments = [], hasAllPayments = false }: ProviderUpdate,
): boolean {
  if (subscription.status !== 'ended' || !hasAllPayments) return false
  const stored = subscriptions.find(({ id }) => id === subscription.id)
  const known = new Set([...refundedPaymentIds, ...payments.map(({ id }) => id)])
  return (
    known.size >= Math.max(subscription.paidCount, stored?.wasPaid || stored?.startedAt ? 1 : 0)
  )
}

/** Applies the provider's report of a subscription. Only an explicit end ends a plan (D46). */
export function recordProviderUpdate(
  known: Billing,
  update: ProviderUpdate,
  clocks: Clocks,
): Changes {
  const { subscription, payments = [] } = update
  // Without a measurement of the provider's clock, its time is at least that of the event.
  const now = { ...clocks, provider: latest(clocks.provider, update.at ?? clocks.provider) }
  const { id, status, endedAt } = subscription
  const hasEnded = status === 'ended'
  // The provider's report of an ended subscription may omit that it was paid.
  const wasPaid = subscription.paidCount > 0 || (hasEnded && payments.length > 0)
  const paidAt = subscription.paidAt ?? payments[0]?.takenAt ?? null
  const paid = wasPaid ? recordPayment(known, id, paidAt, payments, now) : noChanges()
  if (!hasEnded) return recordCharges(known, paid, id, subscription.charges)
  const afterPayment = applied(known.subscriptions, paid.subscriptions)
  const ended = recordEnd(afterPayment, id, capAtNow(endedAt ?? now.provider, now), now)
  const both = merged(paid.subscriptions, ended.subscriptions)
  const changes = withRefunds(known, both, id, payments, now)
  if (!isSettled(known, update)) return changes
  // No check is needed: both sides know everything.
  return {
    ...changes,
    subscriptions: changes.subscriptions.map((entry) =>
      entry.id === id ? { ...entry, nextCheckAt: null } : entry,
    ),
  }
}

/** Adds the provider's report on a live plan's charges to the changes. */
function recordCharges(
  { subscriptions: all }: Pick<Billing, 'subscriptions'>,
  changes: Changes,
  id: string,
  charges: Charges | null,
): Changes {
  const subscription = applied(all, changes.subscriptions).find((candidate) => candidate.id === id)
  if (subscription?.state !== 'live') return changes
  const charged = withCharges(subscription, charges)
  if (charged === subscription) return changes
  return { ...changes, subscriptions: merged(changes.subscriptions, [charged]) }
}

/** Changes a plan's renewal. */
export function recordRenewal(subscription: Subscription, renewal: Renewal): Changes {
  return isSameRenewal(renewalOf(subscription), renewal)
    ? noChanges()
    : changed({ ...subscription, renewal })
}

/**
 * Adds the refunds that follow from changes: of payments for subscriptions that never were the plan, and of payments that
 * the provider took after a subscription's end, by its own clock. The provider may not know of the end, so the check
 * is due at once.
 */
function withRefunds(
  { subscriptions: all, refundedPaymentIds, deletion }: Billing,
  changed: readonly Subscription[],
  id: string,
  payments: readonly ProviderPayment[],
  now: Clocks,
): Changes {
  const subscription = applied(all, changed).find((candidate) => candidate.id === id)
  const refunds = subscription
    ? payments.flatMap((payment) => {
        if (refundedPaymentIds.includes(payment.id)) return []
        const reason = refundReason(subscription, payment, deletion !== null)
        return reason ? [refundOf(payment.id, id, reason, now.ours)] : []
      })
    : []
  const mayRenew = subscription && payments.some((payment) => mayBeRenewal(subscription, payment))
  if (!subscription || (refunds.length === 0 && !mayRenew)) {
    return { subscriptions: [...changed], refunds }
  }
  return { subscriptions: merged(changed, [{ ...subscription, nextCheckAt: now.ours }]), refunds }
}

/** @returns why a payment is refunded by itself; null: it is kept. */
export function refundReason(
  subscription: Subscription,
  { takenAt, periodStart }: Pick<ProviderPayment, 'takenAt' | 'periodStart'>,
  isEnding: boolean,
): Refund['reason'] | null {
  const { state, endedAt } = subscription
  if (state === 'void') return isEnding ? 'organisation-ends' : 'never-the-plan'
  if (!endedAt) return null
  const { stopsAt } = renewalOf(subscription)
  // A renewal is charged exactly at the end of the period.
  const renews = periodStart && stopsAt && periodStart >= later(stopsAt, -clockTolerance)
  const isLate = takenAt && takenAt > later(endedAt, clockTolerance)
  return renews || isLate ? 'after-the-end' : null
}

/** Whether a payment without a known period may be for a period after a stopped plan's end. */
function mayBeRenewal(
  subscription: Subscription,
  { takenAt, periodStart }: ProviderPayment,
): boolean {
  const { stopsAt } = renewalOf(subscription)
  if (subscription.endedAt === null || !stopsAt || !takenAt || periodStart) return false
  return takenAt >= later(stopsAt, -day)
}

function refundOf(
  paymentId: string,
  subscriptionId: string,
  reason: Refund['reason'],
  now: Date,
): Refund {
  const due = { state: 'owed', createdAt: now, nextAttemptAt: now, attempts: 0 } as const
  const unknown = { refundId: null, failure: null, settledAt: null }
  return { paymentId, subscriptionId, reason, ...due, ...unknown }
}

function endedNow(
  subscription: Subscription,
  state: 'void' | 'upgraded' | 'cancelled',
  endedAt: Date,
  now: Clocks,
): Subscription {
  return { ...subscription, state, endedAt, nextCheckAt: now.ours, checkFailures: 0 }
}

const noChanges = (): Changes => ({ subscriptions: [], refunds: [] })

function changed(subscription: Subscription): Changes {
  return { subscriptions: [subscription], refunds: [] }
}

/** Merges two lists of changed subscriptions. Later changes win. */
function merged(first: readonly Subscription[], then: readonly Subscription[]): Subscription[] {
  return [...new Map([...first, ...then].map((entry) => [entry.id, entry])).values()]
}

function applied(all: readonly Subscription[], changed: readonly Subscription[]): Subscription[] {
  const byId = new Map(changed.map((entry) => [entry.id, entry]))
  return all.map((entry) => byId.get(entry.id) ?? entry)
}

/** @returns all past and present plans of an organisation, in the order of their start. */
export function historyOf(all: readonly Subscription[]): Started[] {
  const isStarted = (entry: Subscription): entry is Started => entry.startedAt !== null
  return all.filter(isStarted).sort((one, other) => (isBefore(one, other) ? -1 : 1))
}

/** Orders plans by their start. All servers agree on the order, even of plans paid in the same second. */
function isBefore(one: Started, other: Started): boolean {
  const between =
    one.startedAt.getTime() - other.startedAt.getTime() ||
    one.createdAt.getTime() - other.createdAt.getTime()
  return between === 0 ? one.id < other.id : between < 0
}

function wasRunningAt({ state, endedAt }: Subscription, time: Date): boolean {
  if (state === 'live') return true
  // The end of an upgraded plan is the time of a payment, which is exact.
  const tolerance = state === 'upgraded' ? 0 : clockTolerance
  return endedAt !== null && endedAt.getTime() > time.getTime() + tolerance
}

/** @returns a time after all starts and ends: the provider's clock may be unknown, and `now` too early. */
function afterEverything(history: readonly Started[], now: Date): Date {
  const times = history.flatMap(({ startedAt, endedAt }) => [
    startedAt.getTime() + 1,
    endedAt?.getTime() ?? 0,
  ])
  return new Date(Math.max(now.getTime(), ...times))
}

/** Replaces a time in the future, which was only planned, by the present time. */
function capAtNow(time: Date, { provider }: Clocks): Date {
  return time.getTime() > provider.getTime() + clockTolerance ? provider : time
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}
