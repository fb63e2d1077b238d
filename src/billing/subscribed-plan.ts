import type { Currency, Plan, SubscribedPlan } from '../../contract/billing'
import { methodText } from '../../contract/payment-method'
import type { Profile } from '../../contract/profile'
import { perMonth } from './pricing/price'

/** @returns the organisation's plan; null without a subscription. */
export function currentPlanOf(profile: Profile | null | undefined): SubscribedPlan | null {
  return profile?.is_subscribed ? profile.organization.subscription_plan : null
}

/** Whether both are the same plan, which may have an id for each currency. */
export function isSamePlan(plan: Plan, other: Plan | SubscribedPlan | null): boolean {
  if (!other) return false
  const ids = [other.razorpay_plan_id, other.razorpay_plan_id_inr]
  return (
    ids.includes(plan.razorpay_plan_id) ||
    (plan.razorpay_plan_id_inr !== undefined && ids.includes(plan.razorpay_plan_id_inr))
  )
}

/** Whether a plan of the price list is the current one, perhaps at another price, which has ids of its own. */
export function isCurrentPlan(plan: Plan, current: SubscribedPlan | null): boolean {
  const isCalledSo = plan.name === current?.name && plan.interval === current.interval
  return isCalledSo || isSamePlan(plan, current)
}

/**
 * Converts a plan of the price list to a profile's.
 * @param currency the one charged: only INR keeps the price in INR (D39).
 */
export function subscribedPlanOf(plan: Plan, currency: Currency): SubscribedPlan {
  const { amount_in_inr, razorpay_plan_id_inr, descriptions, ...fields } = plan
  return {
    ...fields,
    ...(currency === 'INR' && { amount_in_inr, razorpay_plan_id_inr }),
    descriptions: descriptions.map((point) => ({ point })),
  }
}

/** Whether the price list has the plan, and none that is dearer, in either interval; no while it loads. */
export function isDearest(plan: SubscribedPlan, plans: readonly Plan[] = []): boolean {
  const most = Math.max(...plans.map(perMonth))
  return plans.some(({ name, ...price }) => name === plan.name && perMonth(price) === most)
}

/** Whether a plan's renewal can be stopped: it is paid, and its period's end is known (D81). */
export function isStoppable({ payment_state, renews_at }: SubscribedPlan): boolean {
  return payment_state === 'paid' && renews_at !== undefined
}

/** @returns the payment method, for a sentence; null if all that is known is that it is a card. */
export function namedMethod(plan: SubscribedPlan): string | null {
  const { kind, last_digits } = plan.payment_method ?? {}
  return kind === 'card' && !last_digits ? null : methodText(plan) || null
}

/**
 * Whether the provider's checkout can change a plan's payment method (D110): to another card, while its charges work,
 * are retried or were given up, and unless nothing more is charged anyway.
 */
export function canChangeMethod(plan: SubscribedPlan): boolean {
  const { subscription_id, payment_state, ends_at } = plan
  if (!subscription_id) return false
  if (payment_state === 'paid') return ends_at === undefined
  return payment_state === 'pending' || payment_state === 'halted'
}
