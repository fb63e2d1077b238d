import type { AuditDetails } from '../../contract/audit-log'
import type { Subscription } from '../store/entities'
import type { Entry, Told } from '../store/events'
import { type By, entryOf, toldOf } from './entries'
import type { Changes } from './subscription-changes'

/** @returns which plan it is, and what it costs. */
export function planFacts({
  plan,
  currency,
}: Pick<Subscription, 'plan' | 'currency'>): AuditDetails {
  const amount = plan.prices[currency]?.amount
  return { plan: plan.name, currency, ...(amount !== undefined && { amount }) }
}

/** @returns that a payment of a subscription was taken: entered once, whoever tells it. */
export function paymentTaken(
  at: Date,
  by: By,
  subscription: Subscription,
  paymentId: string,
): Entry {
  return entryOf(at, subscription.organisationId, by, 'payment-taken', {
    subscriptionId: subscription.id,
    paymentId,
    details: planFacts(subscription),
    once: `payment-taken ${paymentId}`,
  })
}

/**
 * @param before an organisation's subscriptions as they were.
 * @param changes of them; there is at least one.
 * @param paymentIds what is known to be paid for the subscription that it is about.
 * @returns what there is to tell of the changes.
 */
export function entriesOfChanges(
  at: Date,
  by: By,
  before: readonly Subscription[],
  { subscriptions, refunds }: Changes,
  { id: subjectId, organisationId }: Pick<Subscription, 'id' | 'organisationId'>,
  paymentIds: readonly string[],
): Told {
  const stateBefore = new Map(before.map(({ id, state }) => [id, state]))
  const replaced = subscriptions.some(({ state }) => state === 'live')
    ? subscriptions.find(({ id, state }) => state === 'upgraded' && stateBefore.get(id) === 'live')
    : undefined

  function entryOfChange(subscription: Subscription): Entry | null {
    const { id, state, plan } = subscription
    const was = stateBefore.get(id)
    const entry = (action: Entry['action'], facts: Parameters<typeof entryOf>[4] = {}) =>
      entryOf(at, organisationId, by, action, {
        subscriptionId: id,
        details: planFacts(subscription),
        ...facts,
      })
    if (was === state) return entry('subscription-corrected', { audience: 'operator' })
    if (state === 'live') {
      return replaced
        ? entry('plan-changed', { details: { from: replaced.plan.name, to: plan.name } })
        : entry('subscribed')
    }
    // What replaces it tells of both.
    if (subscription === replaced) return null
    // It was paid in its time, and another plan has replaced it since.
    if (state === 'upgraded' && was === 'unpaid') return entry('subscribed')
    if (state !== 'void') {
      return entry(by.actor.kind === 'user' ? 'plan-cancelled' : 'plan-ended')
    }
    return entry('checkout-ended', { audience: 'operator' })
  }

  // In this order, which the entries' ids keep.
  const changed = subscriptions.map(entryOfChange).filter((entry) => entry !== null)
  const subject = subscriptions.find(({ id }) => id === subjectId)
  const taken = subject
    ? paymentIds.map((paymentId) => paymentTaken(at, by, subject, paymentId))
    : []
  const owed = refunds.flatMap(({ subscriptionId, paymentId, reason }) =>
    entryOf(at, organisationId, by, 'refund-owed', {
      audience: 'operator',
      subscriptionId,
      paymentId,
      details: { reason },
    }),
  )
  return toldOf([...changed, ...taken, ...owed])
}
