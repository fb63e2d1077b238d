import type { ProviderSubscription } from '../payments/payments'
import { isSamePlan } from '../plans/plans'
import type { Cancellation, Subscription } from '../store/entities'

/** What is to be kept after a decision. */
export interface Changes {
  subscriptions: Subscription[]
  cancellations: Cancellation[]
}

type Started = Subscription & { startedAt: Date }

/** The provider tells whole seconds, and its clock may differ from ours. In ms. */
const clockTolerance = 60_000

/**
 * A subscription turned out to be paid. It becomes the organisation's plan from then on: the one
 * before it ends as upgraded, and is cancelled at the provider. News may come late and in any order:
 * the plan's place in the history is where it was paid, so that the history comes out the same, and
 * one that another plan has replaced since is over from the start. A second payment for the same plan
 * makes it void: it is cancelled at the provider and to be refunded (D33).
 * @param all the organisation's subscriptions.
 * @param paidAt null: just now, after everything else.
 * @returns no changes where the payment is known.
 */
export function recordPayment(
  all: readonly Subscription[],
  id: string,
  paidAt: Date | null,
  now: Date,
): Changes {
  const subscription = all.find((candidate) => candidate.id === id)
  if (subscription?.state !== 'unpaid') return noChanges()
  const history = historyOf(all)
  const startedAt = paidAt ? earliest(paidAt, now) : afterEverything(history, now)
  const started = { ...subscription, startedAt }
  const before = history.findLast((other) => isBefore(other, started))
  const after = history.find((other) => !isBefore(other, started))
  const replaced = before && wasRunningAt(before, startedAt) ? before : null

  if ([replaced, after].some((other) => other && isSamePlan(other.plan, subscription.plan))) {
    return {
      subscriptions: [{ ...subscription, state: 'void', endedAt: now }],
      cancellations: [cancellationOf(id, true, now)],
    }
  }
  return {
    subscriptions: [
      ...(replaced ? [{ ...replaced, state: 'upgraded' as const, endedAt: startedAt }] : []),
      after
        ? { ...started, state: 'upgraded', endedAt: after.startedAt }
        : { ...started, state: 'live' },
    ],
    cancellations: [
      ...(replaced?.state === 'live' ? [cancellationOf(replaced.id, false, now)] : []),
      ...(after ? [cancellationOf(id, false, now)] : []),
    ],
  }
}

/**
 * A subscription has ended otherwise than by another plan.
 * @param endedAt by whose clock ever; an end that is known keeps its time unless this one is clearly
 *   earlier, because cancelling at the provider comes back as news.
 */
export function recordEnd(all: readonly Subscription[], id: string, endedAt: Date): Changes {
  const subscription = all.find((candidate) => candidate.id === id)
  if (!subscription || subscription.state === 'void') return noChanges()
  if (!subscription.startedAt) return changed({ ...subscription, state: 'void', endedAt })
  const known = subscription.endedAt
  if (known && endedAt.getTime() >= known.getTime() - clockTolerance) return noChanges()
  const end = latest(endedAt, subscription.startedAt)
  return changed({ ...subscription, state: 'cancelled', endedAt: end })
}

/** Takes over what the provider says of a subscription. */
export function recordProviderState(
  all: readonly Subscription[],
  provider: ProviderSubscription,
  now: Date,
): Changes {
  const { id, status, wasPaid, paidAt, endedAt } = provider
  const paid = wasPaid ? recordPayment(all, id, paidAt, now) : noChanges()
  if (status !== 'ended') return paid
  const changedSoFar = new Map(paid.subscriptions.map((entry) => [entry.id, entry]))
  const afterwards = all.map((entry) => changedSoFar.get(entry.id) ?? entry)
  const ended = recordEnd(afterwards, id, earliest(endedAt ?? now, now))
  for (const entry of ended.subscriptions) changedSoFar.set(entry.id, entry)
  return { subscriptions: [...changedSoFar.values()], cancellations: paid.cancellations }
}

function noChanges(): Changes {
  return { subscriptions: [], cancellations: [] }
}

function changed(subscription: Subscription): Changes {
  return { subscriptions: [subscription], cancellations: [] }
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
  return endedAt !== null && endedAt.getTime() > time.getTime() + clockTolerance
}

/** Other servers' clocks may be ahead of ours. */
function afterEverything(history: readonly Started[], now: Date): Date {
  const times = history.flatMap(({ startedAt, endedAt }) => [
    startedAt.getTime() + 1,
    endedAt?.getTime() ?? 0,
  ])
  return new Date(Math.max(now.getTime(), ...times))
}

function earliest(one: Date, other: Date): Date {
  return one < other ? one : other
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}

function cancellationOf(subscriptionId: string, refundDue: boolean, now: Date): Cancellation {
  return { subscriptionId, refundDue, createdAt: now, nextAttemptAt: now, attempts: 0 }
}
