import type { AuditDetails } from '../../contract/audit-log'
import type { ProviderPayment } from '../api/payments'
import { type Author, type Entry, entryOf } from '../store/entry'
import type { Changes } from './decide'
import { isOtherMethod, isSameRenewal, renewalOf } from './plan/renewals'
import type { Renewal, Subscription } from './tables'
import { methodText } from './texts'

/** @returns the name and price of a plan, for entries. */
export function planFacts({
  plan,
  currency,
}: Pick<Subscription, 'plan' | 'currency'>): AuditDetails {
  const amount = plan.prices[currency]?.amount
  return { plan: plan.name, currency, ...(amount !== undefined && { amount }) }
}

/** @returns the names of two plans, with their intervals if the names are the same (D33). */
function namesOfChange(from: Subscription['plan'], to: Subscription['plan']): AuditDetails {
  if (from.name !== to.name) return { from: from.name, to: to.name }
  return { from: `${from.name} (${from.interval})`, to: `${to.name} (${to.interval})` }
}

/**
 * Returns the entry for a payment. It is logged once, whatever its source.
 * @param details default: the plan and its price.
 */
export function paymentTaken(
  at: Date,
  author: Author,
  subscription: Subscription,
  paymentId: string,
  details: AuditDetails = planFacts(subscription),
): Entry {
  return entryOf(at, subscription.organisationId, author, 'payment-taken', {
    subscriptionId: subscription.id,
    paymentId,
    details,
    once: `payment-taken ${paymentId}`,
  })
}

/** The author of a report, and the buyer of a plan whose payment it is the first to report. */
interface Authors {
  author: Author
  buyer: Author
}

/**
 * Returns the entries for changes, dated as in the history of plans (D47). There are none if only the time of the report
 * differs.
 * @param before the organisation's subscriptions before the changes.
 * @param payments known payments of the subject, the first one first.
 */
export function entriesOfChanges(
  at: Date,
  authors: Authors,
  before: readonly Subscription[],
  { subscriptions, refunds }: Changes,
  { id: subjectId, organisationId }: Pick<Subscription, 'id' | 'organisationId'>,
  payments: readonly ProviderPayment[],
): Entry[] {
  const isReplaced = ({ id, state }: Subscription) =>
    state === 'upgraded' && before.some((one) => one.id === id && one.state === 'live')
  const replaced = subscriptions.some(({ state }) => state === 'live')
    ? subscriptions.find(isReplaced)
    : undefined
  // The entries' ids keep this order.
  const changed = subscriptions.flatMap((subscription) => {
    const was = before.find(({ id }) => id === subscription.id)
    return entriesOfChange(at, authors, was, subscription, replaced)
  })
  const subject = subscriptions.find(({ id }) => id === subjectId)
  const isNew = before.some(({ id, state }) => id === subjectId && state === 'unpaid')
  const taken = subject
    ? payments.map(({ id, takenAt }, index) => {
        const isFirst = isNew && index === 0
        const takenOrStarted = takenAt ?? (isFirst ? subject.startedAt : null) ?? at
        return paymentTaken(takenOrStarted, isFirst ? authors.buyer : authors.author, subject, id)
      })
    : []
  const owed = refunds.map(({ subscriptionId, paymentId, reason }) =>
    entryOf(at, organisationId, authors.author, 'refund-owed', {
      audience: 'operator',
      subscriptionId,
      paymentId,
      details: { reason },
    }),
  )
  return [...changed, ...taken, ...owed]
}

/** @param replaced the plan that the live one replaces; undefined: none. */
function entriesOfChange(
  at: Date,
  { author, buyer }: Authors,
  was: Subscription | undefined,
  subscription: Subscription,
  replaced: Subscription | undefined,
): Entry[] {
  const { id, organisationId, state, plan, startedAt, endedAt } = subscription
  const facts = { subscriptionId: id, details: planFacts(subscription) }
  const entry = (date: Date | null, by: Author, action: Entry['action'], more: object = {}) =>
    entryOf(date ?? at, organisationId, by, action, { ...facts, ...more })
  if (was?.state === state) {
    return factsOfRenewal(was, subscription).map((one) => entry(at, author, one.action, one))
  }
  if (state === 'live' && replaced) {
    const details = namesOfChange(replaced.plan, plan)
    return [entry(startedAt, buyer, 'plan-changed', { details })]
  }
  // A late report may be of a plan that another one has replaced since.
  if (state === 'live' || (state === 'upgraded' && was?.state === 'unpaid')) {
    return [entry(startedAt, buyer, 'subscribed')]
  }
  // The entry of the live plan names both.
  if (subscription === replaced) return []
  if (state === 'void') return [entry(at, author, 'checkout-ended', { audience: 'operator' })]
  return [entry(endedAt, author, author.actor.kind === 'user' ? 'plan-cancelled' : 'plan-ended')]
}

/** The consequence of a failed payment, by the state of the charges. */
const failures: Record<string, string> = {
  pending: 'It is tried again.',
  halted: "It isn't tried again, and never charged later by itself.",
}

type RenewalFacts = Pick<Entry, 'action'> &
  Partial<Pick<Entry, 'audience' | 'outcome' | 'details' | 'paymentId' | 'once'>>

/** @returns the entries for a change without a change of state; none if only the time of the report differs. */
function factsOfRenewal(before: Subscription, after: Subscription): RenewalFacts[] {
  const [was, is] = [renewalOf(before), renewalOf(after)]
  const plan = after.plan.name
  if (!was.stopsAt && is.stopsAt) return [{ action: 'renewal-stopped' }]
  if (was.stopsAt && !is.stopsAt) return [{ action: 'renewal-kept' }]
  const facts = [...factsOfMethod(was, is, plan), ...factsOfState(was, is, after)]
  if (facts.length > 0) return facts
  const rest = ({ renewal: _renewal, nextStepAt: _step, ...others }: Subscription) => others
  if (JSON.stringify(rest(before)) !== JSON.stringify(rest(after))) {
    return [{ action: 'subscription-corrected', audience: 'operator' }]
  }
  if (isSameRenewal(before.renewal, after.renewal)) return []
  const state = is.charges?.state ?? 'unknown'
  const details = { plan, reason: is.stopsAt ? `stopped, provider ${is.provider}` : state }
  return [{ action: 'renewal-changed', audience: 'operator', details }]
}

/** @returns the entry for a changed payment method, which a user has proved (D110) or the provider reports. */
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

/** @returns the entry for a failed charge, a pause, or the end of either. */
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
