import type { AuditDetails } from '../../contract/audit-log'
import type { ProviderPayment } from '../api/payments'
import { type Author, type Entry, entryOf } from '../store/entry'
import type { Changes } from './decide'
import { isOtherMethod, isSameRenewal, renewalOf } from './plan/renewals'
import type { Renewal, Subscription } from './tables'
import { methodText } from './texts'

/** @returns the plan's name and price. */
export function planFacts({
  plan,
  currency,
}: Pick<Subscription, 'plan' | 'currency'>): AuditDetails {
  const amount = plan.prices[currency]?.amount
  return { plan: plan.name, currency, ...(amount !== undefined && { amount }) }
}

/** @returns from which plan to which, with their intervals where their names are the same (D40). */
function namesOfChange(from: Subscription['plan'], to: Subscription['plan']): AuditDetails {
  if (from.name !== to.name) return { from: from.name, to: to.name }
  return { from: `${from.name} (${from.interval})`, to: `${to.name} (${to.interval})` }
}

/** @returns the entry for a payment, logged once, whatever its source. */
export function paymentTaken(
  at: Date,
  by: Author,
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
 * @param news the author of the news, and the buyer of a plan that it is the first news of.
 * @param before an organisation's former subscriptions.
 * @param changes of them.
 * @param payments known ones of the subscription in question, the first one first.
 * @returns the entries for the changes; none: only the time of the report differs. What the history of plans dates has
 * the same date here (D112).
 */
export function entriesOfChanges(
  at: Date,
  { by, buyer }: { by: Author; buyer: Author },
  before: readonly Subscription[],
  { subscriptions, refunds }: Changes,
  { id: subjectId, organisationId }: Pick<Subscription, 'id' | 'organisationId'>,
  payments: readonly ProviderPayment[],
): Entry[] {
  const stateBefore = new Map(before.map(({ id, state }) => [id, state]))
  const replaced = subscriptions.some(({ state }) => state === 'live')
    ? subscriptions.find(({ id, state }) => state === 'upgraded' && stateBefore.get(id) === 'live')
    : undefined

  function entriesOfChange(subscription: Subscription): Entry[] {
    const { id, state, plan, startedAt, endedAt } = subscription
    const was = stateBefore.get(id)
    const entry = (
      action: Entry['action'],
      facts: Parameters<typeof entryOf>[4] = {},
      when: Date | null = at,
      author = by,
    ) =>
      entryOf(when ?? at, organisationId, author, action, {
        subscriptionId: id,
        details: planFacts(subscription),
        ...facts,
      })
    if (was === state) {
      const kept = before.find((one) => one.id === id)
      const facts = kept ? factsOfRenewal(kept, subscription) : []
      return facts.map((one) => entry(one.action, one))
    }
    if (state === 'live') {
      return replaced
        ? [entry('plan-changed', { details: namesOfChange(replaced.plan, plan) }, startedAt, buyer)]
        : [entry('subscribed', {}, startedAt, buyer)]
    }
    // Its successor's entry covers both.
    if (subscription === replaced) return []
    // It was paid in time, and another plan has replaced it since.
    if (state === 'upgraded' && was === 'unpaid') return [entry('subscribed', {}, startedAt, buyer)]
    if (state !== 'void') {
      return [entry(by.actor.kind === 'user' ? 'plan-cancelled' : 'plan-ended', {}, endedAt)]
    }
    return [entry('checkout-ended', { audience: 'operator' })]
  }

  // In this order, which the entries' ids keep.
  const changed = subscriptions.flatMap(entriesOfChange)
  const subject = subscriptions.find(({ id }) => id === subjectId)
  const isNew = stateBefore.get(subjectId) === 'unpaid'
  const taken = subject
    ? payments.map(({ id, takenAt }, index) => {
        const isFirst = isNew && index === 0
        const when = takenAt ?? (isFirst ? subject.startedAt : null) ?? at
        return paymentTaken(when, isFirst ? buyer : by, subject, id)
      })
    : []
  const owed = refunds.flatMap(({ subscriptionId, paymentId, reason }) =>
    entryOf(at, organisationId, by, 'refund-owed', {
      audience: 'operator',
      subscriptionId,
      paymentId,
      details: { reason },
    }),
  )
  return [...changed, ...taken, ...owed]
}

/** The consequence of a failed payment, in words. */
const failures: Record<string, string> = {
  pending: 'It is tried again.',
  halted: "It isn't tried again, and never charged later by itself.",
}

type RenewalFacts = Pick<Entry, 'action'> &
  Partial<Pick<Entry, 'audience' | 'outcome' | 'details' | 'paymentId' | 'once'>>

/** @returns the entries for a plan that stays live; none: only the time of the report differs. */
function factsOfRenewal(before: Subscription, after: Subscription): RenewalFacts[] {
  const [was, is] = [renewalOf(before), renewalOf(after)]
  const plan = after.plan.name
  if (!was.stopsAt && is.stopsAt) return [{ action: 'renewal-stopped' }]
  if (was.stopsAt && !is.stopsAt) return [{ action: 'renewal-kept' }]
  const told = [...factsOfMethod(was, is, plan), ...factsOfState(was, is, after)]
  if (told.length > 0) return told
  const rest = ({ renewal: _renewal, nextStepAt: _step, ...others }: Subscription) => others
  if (JSON.stringify(rest(before)) !== JSON.stringify(rest(after))) {
    return [{ action: 'subscription-corrected', audience: 'operator' }]
  }
  if (isSameRenewal(before.renewal, after.renewal)) return []
  const state = is.charges?.state ?? 'unknown'
  const details = { plan, reason: is.stopsAt ? `stopped, provider ${is.provider}` : state }
  return [{ action: 'renewal-changed', audience: 'operator', details }]
}

/** A change of the payment method: proved here (D110), or reported by the provider. */
function factsOfMethod(was: Renewal, is: Renewal, plan: string): RenewalFacts[] {
  const proof = is.payer?.paymentId ?? null
  const isProved = proof !== null && proof !== was.payer?.paymentId
  const isOther = isOtherMethod(was.charges?.method, is.charges?.method)
  if (!isProved && !isOther) return []
  const [from, to] = [methodText(was.charges?.method), methodText(is.charges?.method)]
  const details = { plan, ...(from && isOther && { from }), ...(to && { to }) }
  const once = isProved ? `payment-method-changed ${proof}` : null
  return [{ action: 'payment-method-changed', details, paymentId: isProved ? proof : null, once }]
}

/** A failed charge, a pause, and the end of both. */
function factsOfState(was: Renewal, is: Renewal, after: Subscription): RenewalFacts[] {
  const [before, state] = [was.charges?.state, is.charges?.state]
  if (!state || before === state) return []
  // A stopped plan has no further charge.
  const audience = is.stopsAt ? 'operator' : 'both'
  const details = planFacts(after)
  const reason = failures[state]
  if (reason) {
    const failed = { ...details, reason }
    return [{ action: 'payment-failed', audience, outcome: 'failed', details: failed }]
  }
  if (state === 'paused') return [{ action: 'payments-paused', audience, details }]
  const isResumed = state === 'paid' && (before === 'halted' || before === 'paused')
  return isResumed ? [{ action: 'payments-resumed', audience, details }] : []
}
