import { mostWithoutApproval } from '../../../contract/bank-approval'
import type { Charges, PaymentMethod } from '../../api/payments'
import { day, later } from '../../lib/time'
import type { Author } from '../../store/entry'
import type { Payer, Renewal, Subscription } from '../tables'
import { toMajorUnits } from '../texts'

/*
 * Pure functions about a plan's renewal (D81), from the provider's report on its charges and the admins' decision.
 * docs/billing.md has every state and transition.
 */

/** The time before a stopped plan's end at which the provider is told, in ms. Until then the plan can be kept. */
const stopLeadTime = 2 * day
/** The time before a stopped plan's end at which the end is announced, in ms. */
const announceAhead = 7 * day
/** The maximum usual duration of an authorised plan's first charge, in ms. Customers may take three days to approve it. */
export const usualCharge = 3 * day
/** The minimum time between the announcement and the end of an uncharged plan, in ms. */
const shortestNotice = 3 * day
/** The retries of a failed charge to a card, in ms after the charge was due. */
const retries = [day, 2 * day, 3 * day]

/** The days before a yearly renewal on which admins are reminded (D109). */
const daysOfReminders = [14, 3]
const lastReminder = 3
/** The time within which two dates are of the same charge, which the provider may move, in ms. */
const sameCharge = 7 * day

type Renewed = Pick<Subscription, 'renewal'>
type Priced = Pick<Subscription, 'renewal' | 'plan' | 'currency'>

const noRenewal: Renewal = {
  charges: null,
  unchargedSince: null,
  stopsAt: null,
  provider: 'unaware',
  announcedEnd: null,
  reminded: null,
  unpaidFrom: null,
  payer: null,
}

/** @returns a subscription's renewal, or an empty one if there is neither report nor decision yet. */
export function renewalOf({ renewal }: Renewed): Renewal {
  return renewal ?? noRenewal
}

/** @returns the renewal of a new checkout, with the user who opens it as the payer. */
export function boughtBy({ actor: { kind, id } }: Author, at: Date): Renewal | null {
  return kind === 'user' && id ? { ...noRenewal, payer: { userId: id, at, paymentId: null } } : null
}

/**
 * Records a payment method that a user has proved, unless a later one was proved before.
 * @param method null: it isn't known, except that it differs.
 */
export function withMethod(
  subscription: Subscription,
  payer: Payer,
  method: PaymentMethod | null,
): Subscription {
  const renewal = renewalOf(subscription)
  const { charges, payer: before } = renewal
  if (before && before.at >= payer.at) return subscription
  const unknown = { kind: 'card', network: null, lastDigits: null }
  const charged = charges && { ...charges, method: method ?? unknown }
  return { ...subscription, renewal: { ...renewal, charges: charged, payer } }
}

/** Whether nothing is charged until the customer acts. */
function isUncharged({ state }: Charges): boolean {
  return state === 'halted' || state === 'authorised'
}

/**
 * Whether a yearly plan's year isn't paid, and never will be by itself (D111). Another card doesn't resume such a plan, because
 * that would give the year away: it has to be bought again.
 */
export function isYearUnpaid({ plan, renewal }: Pick<Subscription, 'plan' | 'renewal'>): boolean {
  const state = renewal?.charges?.state
  const isOpen = (state === 'halted' || state === 'paid') && !renewal?.stopsAt
  return plan.interval === 'yearly' && isOpen && renewal?.unpaidFrom !== null
}

/** Applies the provider's report on a subscription's charges, unless a newer one is known. */
export function withCharges(subscription: Subscription, charges: Charges | null): Subscription {
  const before = renewalOf(subscription)
  if (!charges || (before.charges && before.charges.asOf > charges.asOf)) return subscription
  const method = methodAfter(before, charges)
  const isOther = isOtherMethod(before.charges?.method, method)
  const unpaidFrom = unpaidFromAfter(before, charges)
  const isUnpaid = isYearUnpaid({ ...subscription, renewal: { ...before, charges, unpaidFrom } })
  const isStuck = isUncharged(charges) || isUnpaid
  // A year isn't resumed without a payment, whatever the provider says.
  const isSame =
    isStuck &&
    (before.charges?.state === charges.state || (isUnpaid && before.charges?.state === 'halted'))
  const renewal: Renewal = {
    ...before,
    charges: { ...charges, method },
    unchargedSince: isStuck ? (isSame && before.unchargedSince) || charges.asOf : null,
    // A charge cancels the announced end of an uncharged plan.
    announcedEnd: isSame || before.stopsAt ? before.announcedEnd : null,
    unpaidFrom,
    payer: isOther ? null : before.payer,
  }
  return { ...subscription, renewal }
}

/** @returns the payment method after a report. The report may have only its kind. */
function methodAfter(before: Renewal, { state, method }: Charges): PaymentMethod | null {
  const { charges: was, payer, unchargedSince } = before
  const known = was?.method ?? null
  if (!method) return known
  if (method.network !== null || method.kind !== known?.kind) return method
  // Only another card resumes a halted plan. It is unknown unless a user has proved it here.
  const isResumed = was?.state === 'halted' && state === 'paid'
  const isProven = payer && unchargedSince && payer.at >= unchargedSince
  return isResumed && !isProven ? method : known
}

/** Whether both methods are known, and differ. */
export function isOtherMethod(
  one: PaymentMethod | null | undefined,
  other: PaymentMethod | null | undefined,
): boolean {
  if (!one || !other) return false
  if (one.kind !== other.kind) return true
  const [first, then] = [one.lastDigits, other.lastDigits]
  return first !== null && then !== null && (first !== then || one.network !== other.network)
}

/**
 * Returns the beginning of the first period that wasn't charged and won't be by itself; null: all time is paid. After the
 * provider has given up a charge, nothing is paid until the next period.
 */
function unpaidFromAfter(
  { charges: was, unpaidFrom: before }: Renewal,
  charges: Charges,
): Date | null {
  const failure = failureOf(charges)
  if (failure) return before ?? failure.at
  if (!before || !was) return null
  const hadFailed = failureOf(was) !== null
  if (charges.paidCount > was.paidCount) return null
  const isSamePeriod = was.periodStart?.getTime() === charges.periodStart?.getTime()
  return hadFailed || isSamePeriod ? before : null
}

/** Whether two reports are the same, except for their time. */
export function isSameRenewal(one: Renewal | null, other: Renewal | null): boolean {
  const text = (renewal: Renewal | null) =>
    JSON.stringify(renewal, (key, value: unknown) => (key === 'asOf' ? undefined : value))
  return text(one) === text(other)
}

/** @returns the end that stopping the renewal would set, which is the end of the period; null: it can't be stopped. */
export function stoppableAt(subscription: Renewed, now: Date): Date | null {
  const { charges, stopsAt } = renewalOf(subscription)
  const { state, periodEnd } = charges ?? {}
  return !stopsAt && state === 'paid' && periodEnd && periodEnd > now ? periodEnd : null
}

/** Whether a stopped plan can still be kept. */
export function canBeKept(subscription: Renewed, now: Date): boolean {
  const { stopsAt, provider } = renewalOf(subscription)
  return stopsAt !== null && provider === 'unaware' && now < later(stopsAt, -stopLeadTime)
}

/** @returns the time until which a stopped renewal can be undone; null without an end. */
export function undoneUntil(stopsAt: Date | null): Date | null {
  return stopsAt && later(stopsAt, -stopLeadTime)
}

/** Whether the payment method will be charged again by itself. */
export function isChargedAgain(subscription: Renewed): boolean {
  const { charges, stopsAt } = renewalOf(subscription)
  return !stopsAt && charges?.state !== 'halted'
}

/** @returns the end of an uncharged plan; null: it is charged, or its renewal was stopped. */
export function unchargedEnd(subscription: Renewed, haltedPlanDays: number): Date | null {
  const { unchargedSince, announcedEnd, stopsAt } = renewalOf(subscription)
  if (!unchargedSince || stopsAt) return null
  return announcedEnd ?? later(unchargedSince, haltedPlanDays * day)
}

/** Whether the bank asks the customer to approve each renewal, because of its price. */
export function needsApproval({ plan, currency }: Pick<Priced, 'plan' | 'currency'>): boolean {
  const amount = plan.prices[currency]?.amount ?? 0
  return currency === 'INR' && toMajorUnits(amount) > mostWithoutApproval
}

/**
 * @param now by the provider's clock.
 * @returns the next reminder of a renewal, or the last one of several that are due; null: none before the charge.
 */
export function nextReminder(
  subscription: Priced,
  now: Date,
): { at: Date; daysAhead: number; renewsAt: Date } | null {
  const { charges, stopsAt, reminded } = renewalOf(subscription)
  const renewsAt = charges?.nextChargeAt
  if (stopsAt || charges?.state !== 'paid' || !renewsAt || renewsAt <= now) return null
  const isYearly = subscription.plan.interval === 'yearly'
  if (!isYearly && !needsApproval(subscription)) return null
  const isOfThis =
    reminded && Math.abs(reminded.renewsAt.getTime() - renewsAt.getTime()) < sameCharge
  const open = (isYearly ? daysOfReminders : [lastReminder])
    .filter((daysAhead) => !isOfThis || daysAhead < reminded.daysAhead)
    .map((daysAhead) => ({ at: later(renewsAt, -daysAhead * day), daysAhead, renewsAt }))
  return open.findLast(({ at }) => at <= now) ?? open[0] ?? null
}

/** Whether a reminder is about the bank's approval. Admins can't switch such a reminder off. */
export function isOfApproval(subscription: Priced): boolean {
  const { daysAhead } = renewalOf(subscription).reminded ?? {}
  return daysAhead === lastReminder && needsApproval(subscription)
}

/**
 * A step of a plan. `remind`: admins are reminded of the renewal. `announce`: the end is announced to admins. `tell`: the
 * provider is told not to renew. `end`: a stopped plan ends with its period. `give-up`: a plan ends because nothing could be
 * charged for too long.
 */
export type Step = { kind: 'remind' | 'announce' | 'tell' | 'end' | 'give-up'; at: Date }

/**
 * @param now by the provider's clock.
 * @returns the next step of a live plan and its due time, by the same clock; null: none.
 */
export function nextStepOf(subscription: Priced, haltedPlanDays: number, now: Date): Step | null {
  const { charges, stopsAt, provider, announcedEnd, unchargedSince } = renewalOf(subscription)
  if (stopsAt) {
    // If the provider couldn't be told in time, the end doesn't wait for it.
    if (stopsAt <= now) return { kind: 'end', at: stopsAt }
    if (!announcedEnd) return { kind: 'announce', at: later(stopsAt, -announceAhead) }
    if (provider !== 'told') return { kind: 'tell', at: later(stopsAt, -stopLeadTime) }
    return { kind: 'end', at: stopsAt }
  }
  if (!unchargedSince) {
    const reminder = nextReminder(subscription, now)
    return reminder && { kind: 'remind', at: reminder.at }
  }
  if (announcedEnd) return { kind: 'give-up', at: announcedEnd }
  const delay = charges?.state === 'authorised' ? usualCharge : 0
  const end = later(unchargedSince, haltedPlanDays * day)
  const latest = later(end, -shortestNotice)
  const at = later(unchargedSince, delay)
  return { kind: 'announce', at: at < latest ? at : latest }
}

/** @returns the end to announce now, which leaves admins enough time to act. */
export function endToAnnounce(
  subscription: Renewed,
  now: Date,
  haltedPlanDays: number,
): Date | null {
  const { stopsAt } = renewalOf(subscription)
  const end = stopsAt ?? unchargedEnd(subscription, haltedPlanDays)
  if (!end || stopsAt) return end
  const soonest = later(now, shortestNotice)
  return end > soonest ? end : soonest
}

export interface Failure {
  /** The time at which it was due. */
  at: Date
  /** The times of its retries, which are known for a pending charge to a card. */
  tries: Date[]
}

/** @returns the last charge if it has failed; null: it hasn't. */
export function failureOf(charges: Charges): Failure | null {
  const { state, periodStart, periodEnd, asOf, method } = charges
  if (state !== 'pending' && state !== 'halted') return null
  // The provider's period changes when a period begins, or only when its charge succeeds.
  const at = (periodEnd && periodEnd <= asOf ? periodEnd : periodStart) ?? asOf
  const isRetried = state === 'pending' && method?.kind === 'card'
  return { at, tries: isRetried ? retries.map((retry) => later(at, retry)) : [] }
}

/**
 * Returns the unpaid time of a plan that goes on, which is never charged by itself (D111); null: none. Time with a pending
 * charge doesn't count, because it may still be paid.
 */
export function unpaidPeriodOf(subscription: Renewed): { from: Date; until: Date | null } | null {
  const { charges, unpaidFrom } = renewalOf(subscription)
  if (!charges || !unpaidFrom || charges.state === 'pending') return null
  const { nextChargeAt, periodEnd } = charges
  const until = [nextChargeAt, periodEnd].find((time) => time && time > unpaidFrom)
  return { from: unpaidFrom, until: until ?? null }
}
