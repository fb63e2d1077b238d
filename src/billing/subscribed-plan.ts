import type { Currency, Plan, SubscribedPlan } from '../../contract/billing'
import { methodText } from '../../contract/payment-method'
import type { Profile } from '../../contract/profile'
import { now } from '../lib/server-clock'
import { settings } from '../settings'
import { perMonth } from './pricing/price'

/** @returns the organisation's plan, or null without a subscription. */
export function currentPlanOf(profile: Profile | null | undefined): SubscribedPlan | null {
  return profile?.is_subscribed ? profile.organization.subscription_plan : null
}

/** Whether two plans are the same. A plan may have an id for each currency. */
export function isSamePlan(
  plan: Plan | SubscribedPlan,
  other: Plan | SubscribedPlan | null,
): boolean {
  if (!other) return false
  const ids = [other.razorpay_plan_id, other.razorpay_plan_id_inr]
  return (
    ids.includes(plan.razorpay_plan_id) ||
    (plan.razorpay_plan_id_inr !== undefined && ids.includes(plan.razorpay_plan_id_inr))
  )
}

/** Whether a plan of the price list is the current one. At another price it has other ids. */
export function isCurrentPlan(plan: Plan, current: SubscribedPlan | null): boolean {
  const isCalledSo = plan.name === current?.name && plan.interval === current.interval
  return isCalledSo || isSamePlan(plan, current)
}

/** Whether two plans of profiles are one purchase. Another server's plans have no id. */
export function isSameSubscription(one: SubscribedPlan, other: SubscribedPlan | null): boolean {
  return one.subscription_id === other?.subscription_id && isSamePlan(one, other)
}

/**
 * Converts a plan of the price list to a profile's.
 * @param currency the charged currency: only INR keeps the price in INR (D16).
 */
export function subscribedPlanOf(plan: Plan, currency: Currency): SubscribedPlan {
  const { amount_in_inr, razorpay_plan_id_inr, descriptions, ...fields } = plan
  return {
    ...fields,
    ...(currency === 'INR' && { amount_in_inr, razorpay_plan_id_inr }),
    descriptions: descriptions.map((point) => ({ point })),
  }
}

/**
 * Whether the price list has no more expensive plan in either interval. False while the list loads, or if it lacks
 * the plan.
 */
export function isDearest(plan: SubscribedPlan, plans: readonly Plan[] = []): boolean {
  const most = Math.max(...plans.map(perMonth))
  return plans.some(({ name, ...price }) => name === plan.name && perMonth(price) === most)
}

/** Whether a plan's renewal can be stopped: it is paid, and the end of its period is known (D81). */
export function isStoppable({ payment_state, renews_at }: SubscribedPlan): boolean {
  return payment_state === 'paid' && renews_at !== undefined
}

/** Whether stopping the renewal can still be undone. The page may have been open for long. */
export const canBeUndone = ({ undo_until }: SubscribedPlan) =>
  undo_until !== undefined && Date.parse(undo_until) > now()

/**
 * @returns the day on which a paid plan ends, because it was stopped or because its organisation is deleted before (D140);
 * undefined: it renews, or its payment decides.
 */
export function stopOf(
  { payment_state, ends_at }: SubscribedPlan,
  { deletion }: Profile['organization'],
): string | undefined {
  if (payment_state !== 'paid' || !ends_at) return undefined
  return deletion && Date.parse(deletion.due_at) < Date.parse(ends_at) ? deletion.due_at : ends_at
}

/** Whether another card doesn't resume a plan, because that would give a year away: it has to be bought again (D111). */
export const isBoughtAgain = ({ interval, payment_state }: SubscribedPlan): boolean =>
  interval === 'yearly' && payment_state === 'halted' && settings.isOurServer

/** @returns the payment method for a sentence, or null if only its type 'card' is known. */
export function namedMethod(plan: SubscribedPlan): string | null {
  const { kind, last_digits } = plan.payment_method ?? {}
  return kind === 'card' && !last_digits ? null : methodText(plan) || null
}

/**
 * Whether checkout can change a plan's payment method to another card (D110): its charges work, are retried or were
 * given up for a month, and it will be charged again.
 */
export function canChangeMethod(plan: SubscribedPlan): boolean {
  const { payment_state, ends_at } = plan
  if (payment_state === 'paid') return ends_at === undefined
  return payment_state === 'pending' || (payment_state === 'halted' && !isBoughtAgain(plan))
}
