import type { Currency, Plan, SubscribedPlan } from '../../contract/billing'
import type { Profile } from '../../contract/profile'

/** @returns the plan that the organisation is subscribed to; null where it is to none. */
export function currentPlanOf(profile: Profile | null | undefined): SubscribedPlan | null {
  return profile?.is_subscribed ? profile.organization.subscription_plan : null
}

/** Whether both are one plan. The provider may know it by an id for each currency. */
export function isSamePlan(plan: Plan, other: Plan | SubscribedPlan | null): boolean {
  if (!other) return false
  const ids = [other.razorpay_plan_id, other.razorpay_plan_id_inr]
  return (
    ids.includes(plan.razorpay_plan_id) ||
    (plan.razorpay_plan_id_inr !== undefined && ids.includes(plan.razorpay_plan_id_inr))
  )
}

/**
 * A plan of the price list as a profile carries it once it is subscribed to.
 * @param currency what it is charged in: its price in INR is there only for that (D39).
 */
export function subscribedPlanOf(plan: Plan, currency: Currency): SubscribedPlan {
  const { amount_in_inr, razorpay_plan_id_inr, descriptions, ...fields } = plan
  return {
    ...fields,
    ...(currency === 'INR' && { amount_in_inr, razorpay_plan_id_inr }),
    descriptions: descriptions.map((point) => ({ point })),
  }
}
