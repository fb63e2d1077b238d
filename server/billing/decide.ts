import type { Charges, ProviderPayment, ProviderSubscription } from '../api/payments'
import { day, hour, later, minute } from '../lib/time'
import type { Deletion } from '../people/tables'
import { isSamePlan } from '../plans/plans'
import { isSameRenewal, renewalOf, withCharges } from './plan/renewals'
import type { Refund } from './refunds/tables'
import type { Renewal, Subscription } from './tables'

/** Those that are or were an organisation's plan. */
export const planStates: Subscription['state'][] = ['live', 'upgraded', 'cancelled']

/** Subscriptions that have ended here: the provider is told until it confirms. */
export const endedStates: Subscription['state'][] = ['upgraded', 'cancelled', 'void']

/** The basis of a decision on an organisation's subscriptions. */
export interface Billing {
  /** Every plan so far, and the subscription that the decision is about. */
  subscriptions: Subscription[]
  /** Payments of that subscription whose refund was already decided. */
  refundedPaymentIds: string[]
  /** The organisation's deletion, after which nothing more is bought (D140); null: it isn't to be deleted. */
  deletion: Deletion | null
}

/** The rows that a decision saves. */
export interface Changes {
  subscriptions: Subscription[]
  refunds: Refund[]
}

/**
 * The current time by two clocks. Events are ordered by the provider's clock, which all servers
 * share (D69); work is scheduled by ours.
 */
export interface Clocks {
  ours: Date
  provider: Date
}

/** The provider's report of a subscription and its payments. */
export interface ProviderUpdate {
  subscription: ProviderSubscription
  /** Captured payments only. */
  payments: readonly ProviderPayment[]
  /** Whether these are all payments that the provider lists by now. */
  hasAllPayments: boolean
  /** When the reported event happened, by the provider's clock; null or absent: unknown. */
  at?: Date | null
}

type Started = Subscription & { startedAt: Date }

/**
 * The provider's times have whole seconds, and the offset of its clock is a measurement: times
 * closer than this count as simultaneous. In ms.
 */
const clockTolerance = minute
/** When a new plan is first compared with the provider, in ms. */
const firstComparison = 12 * hour

/**
 * Records that a subscription was paid. It becomes the organisation's plan from that time on, and
 * the previous plan ends as upgraded. Reports may be late and out of order: the time of the payment
 * decides the plan's place in the history, so the history comes out the same, and a plan that has
 * been replaced since ends at once. A second payment for the same plan makes the subscription void
 * and is refunded (D33, D47), and so does one of an organisation that is to be deleted (D140). Each subscription that ends here gets a check that is due at once,
 * because the provider doesn't know yet.
 * @param paidAt null for a payment made just now, after everything else.
 * @param payments known payments of this subscription.
 * @returns no changes if the payment is known already.
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
    // An expired checkout was paid after all: ask the provider by which payment.
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

  const isOwned = [replaced, after].some((one) => one && isSamePlan(one.plan, subscription.plan))
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
 * Whether the provider has confirmed a subscription's end and listed all of its payments, so that
 * no question is open. It counts a payment some time before it lists it (D69).
 */
export function isSettled(
  { subscriptions, refundedPaymentIds }: Billing,
  { subscription, payments, hasAllPayments }: ProviderUpdate,
): boolean {
  if (subscription.status !== 'ended' || !hasAllPayments) return false
  const kept = subscriptions.find(({ id }) => id === subscription.id)
  const named = new Set([...refundedPaymentIds, ...payments.map(({ id }) => id)])
  return named.size >= Math.max(subscription.paidCount, kept?.wasPaid || kept?.startedAt ? 1 : 0)
}

/** Applies the provider's report of a subscription. Only an explicit end ends a plan (D46). */
export function recordProviderUpdate(known: Billing, update: ProviderUpdate, by: Clocks): Changes {
  const { subscription, payments } = update
  // A server that can't ask for the provider's time knows that it is at least as late as this event.
  const now = { ...by, provider: latest(by.provider, update.at ?? by.provider) }
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
  // The provider already knows everything, and so do we.
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

/** @returns the decision on a live plan's renewal; empty if unchanged. */
export function recordRenewal(subscription: Subscription, renewal: Renewal): Changes {
  return isSameRenewal(renewalOf(subscription), renewal)
    ? noChanges()
    : changed({ ...subscription, renewal })
}

/**
 * Adds the refunds that follow from the changes: payments of subscriptions that never were the
 * plan, and payments that the provider took after a subscription's end, by its own clock (D47). The
 * provider may not know of such an end, so the check is due at once.
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
  const isOpen = subscription && payments.some((payment) => mayBeRenewal(subscription, payment))
  if (!subscription || (refunds.length === 0 && !isOpen)) {
    return { subscriptions: [...changed], refunds }
  }
  return { subscriptions: merged(changed, [{ ...subscription, nextCheckAt: now.ours }]), refunds }
}

function refundReason(
  subscription: Subscription,
  { takenAt, periodStart }: ProviderPayment,
  isEnding: boolean,
): Refund['reason'] | null {
  const { state, endedAt } = subscription
  if (state === 'void') return isEnding ? 'organisation-ends' : 'never-the-plan'
  if (!endedAt) return null
  const { stopsAt } = renewalOf(subscription)
  // A renewal falls on the period's end itself (D47).
  const renews = periodStart && stopsAt && periodStart >= later(stopsAt, -clockTolerance)
  const isLate = takenAt && takenAt > later(endedAt, clockTolerance)
  return renews || isLate ? 'after-the-end' : null
}

/** Whether a payment may be for the period after a stopped plan's end, according to its invoice. */
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
  return {
    paymentId,
    subscriptionId,
    reason,
    state: 'owed',
    refundId: null,
    createdAt: now,
    nextAttemptAt: now,
    attempts: 0,
    failure: null,
    settledAt: null,
  }
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

/** @returns the changed subscriptions, each in its latest state. */
function merged(first: readonly Subscription[], then: readonly Subscription[]): Subscription[] {
  return [...new Map([...first, ...then].map((entry) => [entry.id, entry])).values()]
}

/** @returns all subscriptions with the changes applied. */
function applied(all: readonly Subscription[], changed: readonly Subscription[]): Subscription[] {
  const byId = new Map(changed.map((entry) => [entry.id, entry]))
  return all.map((entry) => byId.get(entry.id) ?? entry)
}

/** All past and present plans of the organisation, by start. */
export function historyOf(all: readonly Subscription[]): Started[] {
  const isStarted = (entry: Subscription): entry is Started => entry.startedAt !== null
  return all.filter(isStarted).sort((one, other) => (isBefore(one, other) ? -1 : 1))
}

/** A total order that all servers agree on, even for plans paid in the same second. */
function isBefore(one: Started, other: Started): boolean {
  const between =
    one.startedAt.getTime() - other.startedAt.getTime() ||
    one.createdAt.getTime() - other.createdAt.getTime()
  return between === 0 ? one.id < other.id : between < 0
}

function wasRunningAt({ state, endedAt }: Subscription, time: Date): boolean {
  if (state === 'live') return true
  // Another payment ended an upgraded plan, and its time is exact.
  const tolerance = state === 'upgraded' ? 0 : clockTolerance
  return endedAt !== null && endedAt.getTime() > time.getTime() + tolerance
}

/** If the provider doesn't give a time, its clock may be unknown too. */
function afterEverything(history: readonly Started[], now: Date): Date {
  const times = history.flatMap(({ startedAt, endedAt }) => [
    startedAt.getTime() + 1,
    endedAt?.getTime() ?? 0,
  ])
  return new Date(Math.max(now.getTime(), ...times))
}

/** A time in the future was planned; the event happens now. */
function capAtNow(time: Date, { provider }: Clocks): Date {
  return time.getTime() > provider.getTime() + clockTolerance ? provider : time
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}
