import { mostWithoutApproval } from '../../../contract/bank-approval'
import type { Charges, PaymentMethod } from '../../api/payments'
import { day, later } from '../../lib/time'
import type { Author } from '../../store/entry'
import type { Payer, Renewal, Subscription } from '../tables'
import { toMajorUnits } from '../texts'

/*
 * The renewal of a plan (D81): pure functions on the provider's report on its charges, and the admins'
 * decisions. docs/billing.md has every state and transition.
 */

/** How long before a stopped plan's end the provider is told, in ms. Until then the plan can be kept. */
const stopLeadTime = 2 * day
/** How long before the end of a stopped plan it is announced, in ms. */
const announceAhead = 7 * day
/** How long an authorised plan's first charge may take, in ms: customers have up to three days to approve it. */
export const usualCharge = 3 * day
/** The minimum time between the announcement and the end of an uncharged plan, in ms. */
const shortestNotice = 3 * day
/** When a card's failed charge is retried, in ms from when it was due. */
const retries = [day, 2 * day, 3 * day]

/** How long ahead admins are told of a renewal, in days (D113): of a yearly one twice. */
const daysOfReminders = [14, 3]
const lastReminder = 3
/** The provider may move a charge: two within this time are one, in ms. */
const sameCharge = 7 * day

type Renewed = Pick<Subscription, 'renewal'>
/** What a renewal costs depends on the plan. */
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

/** @returns a subscription's renewal; empty while there is neither report nor decision. */
export function renewalOf({ renewal }: Renewed): Renewal {
  return renewal ?? noRenewal
}

/** @returns the renewal of a new checkout: whoever opens it pays. */
export function boughtBy({ actor: { kind, id } }: Author, at: Date): Renewal | null {
  return kind === 'user' && id ? { ...noRenewal, payer: { userId: id, at, paymentId: null } } : null
}

/**
 * Records a payment method that somebody has proved, unless they, or another, have proved a later one.
 * @param method null: unknown, but for being another one.
 */
export function withMethod<Kept extends Subscription>(
  subscription: Kept,
  payer: Payer,
  method: PaymentMethod | null,
): Kept {
  const renewal = renewalOf(subscription)
  const { charges, payer: before } = renewal
  if (before && before.at >= payer.at) return subscription
  const unknown = { kind: 'card', network: null, lastDigits: null }
  const charged = charges && { ...charges, method: method ?? unknown }
  return { ...subscription, renewal: { ...renewal, charges: charged, payer } }
}

/** Whether nothing can be charged without somebody's action. */
function isUncharged({ state }: Charges): boolean {
  return state === 'halted' || state === 'authorised'
}

/** Applies the provider's report on a subscription's charges, unless a newer one is known. */
export function withCharges<Kept extends Subscription>(
  subscription: Kept,
  charges: Charges | null,
): Kept {
  const before = renewalOf(subscription)
  if (!charges || (before.charges && before.charges.asOf > charges.asOf)) return subscription
  const method = methodAfter(before, charges)
  const isOther = isOtherMethod(before.charges?.method, method)
  const goesOn = isUncharged(charges)
  const isSame = goesOn && before.charges?.state === charges.state
  const renewal: Renewal = {
    ...before,
    charges: { ...charges, method },
    unchargedSince: goesOn ? (isSame && before.unchargedSince) || charges.asOf : null,
    // The announcement of an uncharged plan's end lapses when it is charged.
    announcedEnd: isSame || before.stopsAt ? before.announcedEnd : null,
    unpaidFrom: unpaidFromAfter(before, charges),
    payer: isOther ? null : before.payer,
  }
  return { ...subscription, renewal }
}

/** @returns the payment method after a report, which may name its kind alone. */
function methodAfter(before: Renewal, { state, method }: Charges): PaymentMethod | null {
  const { charges: was, payer, unchargedSince } = before
  const known = was?.method ?? null
  if (!method) return known
  if (method.network !== null || method.kind !== known?.kind) return method
  // Only another card resumes a halted plan. Unless somebody has proved it here, it is unknown.
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
 * @returns the beginning of the first period that wasn't charged, and won't be by itself: a plan that goes on after
 * its charges were given up has had no further payment until its next period. Null: the time is paid.
 */
function unpaidFromAfter(
  { charges: was, unpaidFrom: before }: Renewal,
  charges: Charges,
): Date | null {
  const failure = failureOf(charges)
  if (failure) return before ?? failure.at
  if (!before || !was || charges.state === 'authorised') return null
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

/** @returns the end that stopping the renewal would set: that of the period; null: it can't be stopped. */
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

/** @returns until when stopping a renewal can be undone, by the end that it sets; null without an end. */
export function undoneUntil(stopsAt: Date | null): Date | null {
  return stopsAt && later(stopsAt, -stopLeadTime)
}

/** Whether the payment method will be charged again, unless somebody does something. */
export function paysOn(subscription: Renewed): boolean {
  const { charges, stopsAt } = renewalOf(subscription)
  return !stopsAt && charges?.state !== 'halted'
}

/** @returns when an uncharged plan ends; null: it is charged, or was stopped and ends with its period. */
export function unchargedEnd(subscription: Renewed, haltedPlanDays: number): Date | null {
  const { unchargedSince, announcedEnd, stopsAt } = renewalOf(subscription)
  if (!unchargedSince || stopsAt) return null
  return announcedEnd ?? later(unchargedSince, haltedPlanDays * day)
}

/** Whether the bank asks to approve each renewal: by how much it costs. */
export function needsApproval({ plan, currency }: Pick<Priced, 'plan' | 'currency'>): boolean {
  const amount = plan.prices[currency]?.amount ?? 0
  return currency === 'INR' && toMajorUnits(amount) > mostWithoutApproval
}

/**
 * @param now by the provider's clock.
 * @returns the next reminder of a renewal, of several that are due the last one; null: none before the charge.
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

/** Whether a reminder is of what the bank asks to approve: no admin can switch that off. */
export function isOfApproval(subscription: Priced): boolean {
  const { daysAhead } = renewalOf(subscription).reminded ?? {}
  return daysAhead === lastReminder && needsApproval(subscription)
}

/**
 * The steps of a plan over time. `remind`: admins are told of its renewal. `announce`: admins are told its end. `tell`:
 * the provider is told not to renew. `end`: it was stopped and its period is over. `give-up`: nothing could be charged
 * for too long.
 */
export type Step = { kind: 'remind' | 'announce' | 'tell' | 'end' | 'give-up'; at: Date }

/**
 * @param now by the provider's clock.
 * @returns the next step of a live plan and its due time, by the same clock; null: none.
 */
export function nextStepOf(subscription: Priced, haltedPlanDays: number, now: Date): Step | null {
  const { charges, stopsAt, provider, announcedEnd, unchargedSince } = renewalOf(subscription)
  if (stopsAt) {
    // The end waits for nothing: a provider that couldn't be told before is told afterwards.
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
  const patience = charges?.state === 'authorised' ? usualCharge : 0
  const end = later(unchargedSince, haltedPlanDays * day)
  const latest = later(end, -shortestNotice)
  const at = later(unchargedSince, patience)
  return { kind: 'announce', at: at < latest ? at : latest }
}

/** @returns the end to announce now: late enough for people to act. */
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

/** A charge that has failed. */
export interface Failure {
  /** When it was due. */
  at: Date
  /** When it is retried, as far as known: cards are, while the charge is pending. */
  tries: Date[]
}

/** @returns the last charge, if it has failed; null: it hasn't. */
export function failureOf(charges: Charges): Failure | null {
  const { state, periodStart, periodEnd, asOf, method } = charges
  if (state !== 'pending' && state !== 'halted') return null
  // The provider begins the next period with its first charge, or with the first that works.
  const at = (periodEnd && periodEnd <= asOf ? periodEnd : periodStart) ?? asOf
  const isRetried = state === 'pending' && method?.kind === 'card'
  return { at, tries: isRetried ? retries.map((delay) => later(at, delay)) : [] }
}

/**
 * @returns the time that nothing was paid for, although the plan goes on, and that is never charged by itself (D111);
 * null: none. A pending charge may still be paid.
 */
export function unpaidPeriodOf(subscription: Renewed): { from: Date; until: Date | null } | null {
  const { charges, unpaidFrom } = renewalOf(subscription)
  if (!charges || !unpaidFrom || charges.state === 'pending') return null
  const { nextChargeAt, periodEnd } = charges
  const until = [nextChargeAt, periodEnd].find((time) => time && time > unpaidFrom)
  return { from: unpaidFrom, until: until ?? null }
}
