import type { ProviderPayment, ProviderSubscription } from '../payments/payments'
import { isSamePlan } from '../plans/plans'
import type { Billing, Refund, Subscription } from '../store/entities'
import { hour, later, minute } from '../time'

/** What is to be kept after a decision. */
export interface Changes {
  subscriptions: Subscription[]
  refunds: Refund[]
}

/**
 * One instant by two clocks. What happened is ordered by the provider's, because it is the one that all
 * servers share (D69); when something is to be done goes by ours.
 */
export interface Clocks {
  ours: Date
  provider: Date
}

/** What a decision goes by. */
export type Known = Pick<Billing, 'subscriptions' | 'refundedPaymentIds'>

/** What the provider says of a subscription and its payments. */
export interface ProviderUpdate {
  subscription: ProviderSubscription
  /** Captured ones. */
  payments: readonly ProviderPayment[]
  /** Whether these are all that it lists by now. */
  hasAllPayments: boolean
}

type Started = Subscription & { startedAt: Date }

/**
 * The provider tells whole seconds, and what its clock says is measured: what is less apart than this may
 * have happened at the same time. In ms.
 */
const clockTolerance = minute
/** When a new plan is first compared with what the provider has, in ms. */
const firstComparison = 12 * hour

/**
 * A subscription turned out to be paid. It becomes the organisation's plan from then on: the one
 * before it ends as upgraded. News may come late and in any order: the plan's place in the history is
 * where it was paid, so that the history comes out the same, and one that another plan has replaced
 * since is over from the start. A second payment for the same plan makes it void, and is given back
 * (D33, D47). The provider has yet to be told of all that ends here: its check is due at once.
 * @param paidAt null: just now, after everything else.
 * @param payments of this subscription, as far as they are known.
 * @returns no changes where the payment is known.
 */
export function recordPayment(
  known: Known,
  id: string,
  paidAt: Date | null,
  payments: readonly ProviderPayment[],
  now: Clocks,
): Changes {
  const { subscriptions: all } = known
  const found = all.find((candidate) => candidate.id === id)
  if (found?.state !== 'unpaid') {
    // What had expired was paid all the same: by which payment has to be asked.
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

  if ([replaced, after].some((other) => other && isSamePlan(other.plan, subscription.plan))) {
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
 * A subscription has ended otherwise than by another plan.
 * @param endedAt by the provider's clock; an end that is known keeps its time unless this one is clearly
 *   earlier, because cancelling at the provider comes back as news.
 */
export function recordEnd(
  all: readonly Subscription[],
  id: string,
  endedAt: Date,
  now: Clocks,
): Changes {
  const subscription = all.find((candidate) => candidate.id === id)
  if (!subscription || subscription.state === 'void') return noChanges()
  const { startedAt } = subscription
  if (!startedAt) return changed(endedNow(subscription, 'void', endedAt, now))
  const known = subscription.endedAt
  if (known && endedAt.getTime() >= known.getTime() - clockTolerance) return noChanges()
  return changed(endedNow(subscription, 'cancelled', latest(endedAt, startedAt), now))
}

/**
 * Whether the provider has confirmed a subscription's end and named all of its payments, so that there
 * is nothing left to ask. It counts a payment some time before it lists it (D69).
 */
export function isSettled(
  { subscriptions, refundedPaymentIds }: Known,
  { subscription, payments, hasAllPayments }: ProviderUpdate,
): boolean {
  if (subscription.status !== 'ended' || !hasAllPayments) return false
  const kept = subscriptions.find(({ id }) => id === subscription.id)
  const named = new Set([...refundedPaymentIds, ...payments.map(({ id }) => id)])
  return named.size >= Math.max(subscription.paidCount, kept?.wasPaid || kept?.startedAt ? 1 : 0)
}

/** Takes over what the provider says of a subscription. Only an explicit end ends a plan (D46). */
export function recordProviderUpdate(known: Known, update: ProviderUpdate, now: Clocks): Changes {
  const { subscription, payments } = update
  const { id, status, endedAt } = subscription
  const hasEnded = status === 'ended'
  // Of what has ended, it doesn't always say that it was paid.
  const wasPaid = subscription.paidCount > 0 || (hasEnded && payments.length > 0)
  const paidAt = subscription.paidAt ?? payments[0]?.takenAt ?? null
  const paid = wasPaid ? recordPayment(known, id, paidAt, payments, now) : noChanges()
  if (!hasEnded) return paid
  const afterPayment = applied(known.subscriptions, paid.subscriptions)
  const ended = recordEnd(afterPayment, id, capAtNow(endedAt ?? now.provider, now), now)
  const both = merged(paid.subscriptions, ended.subscriptions)
  const changes = withRefunds(known, both, id, payments, now)
  if (!isSettled(known, update)) return changes
  // There is nothing that the provider would have to be told, or asked.
  return {
    ...changes,
    subscriptions: changes.subscriptions.map((entry) =>
      entry.id === id ? { ...entry, nextCheckAt: null } : entry,
    ),
  }
}

/**
 * Adds what has to be given back after the changes, and wasn't before: payments of a subscription that
 * never was the plan, and payments that the provider took when it had ended, by the provider's own time
 * (D47). Money that moved after an end means that the provider may not know of it: its check is due at
 * once.
 */
function withRefunds(
  { subscriptions: all, refundedPaymentIds }: Known,
  changed: readonly Subscription[],
  id: string,
  payments: readonly ProviderPayment[],
  now: Clocks,
): Changes {
  const subscription = applied(all, changed).find((candidate) => candidate.id === id)
  const refunds = subscription
    ? payments.flatMap((payment) => {
        if (refundedPaymentIds.includes(payment.id)) return []
        const reason = refundReason(subscription, payment)
        return reason ? [refundOf(payment.id, id, reason, now.ours)] : []
      })
    : []
  if (!subscription || refunds.length === 0) return { subscriptions: [...changed], refunds }
  return { subscriptions: merged(changed, [{ ...subscription, nextCheckAt: now.ours }]), refunds }
}

function refundReason(
  { state, endedAt }: Subscription,
  { takenAt }: ProviderPayment,
): Refund['reason'] | null {
  if (state === 'void') return 'never-the-plan'
  if (!endedAt || !takenAt) return null
  return takenAt.getTime() > endedAt.getTime() + clockTolerance ? 'after-the-end' : null
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

function noChanges(): Changes {
  return { subscriptions: [], refunds: [] }
}

function changed(subscription: Subscription): Changes {
  return { subscriptions: [subscription], refunds: [] }
}

/** @returns the changed ones, each as it was changed last. */
function merged(first: readonly Subscription[], then: readonly Subscription[]): Subscription[] {
  return [...new Map([...first, ...then].map((entry) => [entry.id, entry])).values()]
}

/** @returns all of them as they are after the changes. */
function applied(all: readonly Subscription[], changed: readonly Subscription[]): Subscription[] {
  const byId = new Map(changed.map((entry) => [entry.id, entry]))
  return all.map((entry) => byId.get(entry.id) ?? entry)
}

/** Every plan that the organisation has had, in the order in which they started. */
function historyOf(all: readonly Subscription[]): Started[] {
  const isStarted = (entry: Subscription): entry is Started => entry.startedAt !== null
  return all.filter(isStarted).sort((one, other) => (isBefore(one, other) ? -1 : 1))
}

/** One order on every server, also for plans that were paid in the same second. */
function isBefore(one: Started, other: Started): boolean {
  const between =
    one.startedAt.getTime() - other.startedAt.getTime() ||
    one.createdAt.getTime() - other.createdAt.getTime()
  return between === 0 ? one.id < other.id : between < 0
}

function wasRunningAt({ state, endedAt }: Subscription, time: Date): boolean {
  if (state === 'live') return true
  // What ended an upgraded one is another payment, whose time is as exact.
  const tolerance = state === 'upgraded' ? 0 : clockTolerance
  return endedAt !== null && endedAt.getTime() > time.getTime() + tolerance
}

/** Where the provider doesn't say when, its clock may not be known either. */
function afterEverything(history: readonly Started[], now: Date): Date {
  const times = history.flatMap(({ startedAt, endedAt }) => [
    startedAt.getTime() + 1,
    endedAt?.getTime() ?? 0,
  ])
  return new Date(Math.max(now.getTime(), ...times))
}

/** What lies ahead was planned, and happens now. */
function capAtNow(time: Date, { provider }: Clocks): Date {
  return time.getTime() > provider.getTime() + clockTolerance ? provider : time
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}
