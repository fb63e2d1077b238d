import type { Plan as ListedPlan, SubscribedPlan } from '../../../contract/billing'
import type { Caller } from '../../api/caller'
import type { Plan, PlanLimits } from '../../api/payments'
import type { Services } from '../../api/services'
import type { Subscription } from '../tables'
import { toMajorUnits } from '../texts'

/** Converts a plan to the contract's fields, for the price list. */
export function listedPlanOf(plan: Plan): ListedPlan {
  const { INR } = plan.prices
  return {
    ...fieldsOf(plan),
    ...(INR && chargedInInr(INR)),
    descriptions: plan.points,
    ...(plan.isRecommended && { is_recommended: true }),
    limits: plan.limits ?? {},
  }
}

/**
 * Converts a subscription's plan, as it was at checkout, to the contract's fields. The app shows the price in INR if there is
 * one, so only a plan that is charged in INR has it (D16).
 */
export function subscribedPlanOf({
  plan,
  currency,
}: Pick<Subscription, 'plan' | 'currency'>): SubscribedPlan {
  const { INR } = plan.prices
  return {
    ...fieldsOf(plan),
    ...(currency === 'INR' && INR && chargedInInr(INR)),
    descriptions: plan.points.map((point) => ({ point })),
  }
}

function fieldsOf({ name, tagLine, interval, prices }: Plan) {
  return {
    name,
    tag_line_for_plan: tagLine,
    amount_in_usd: toMajorUnits(prices.USD.amount),
    interval,
    razorpay_plan_id: prices.USD.razorpayPlanId,
  }
}

function chargedInInr({ amount, razorpayPlanId }: NonNullable<Plan['prices']['INR']>) {
  return { amount_in_inr: toMajorUnits(amount), razorpay_plan_id_inr: razorpayPlanId }
}

/** @returns the limits of the organisation's plan, as they were at its purchase, or those without a plan. */
export function limitsOf(
  { withoutPlan }: Pick<Services, 'withoutPlan'>,
  live: Caller['live'],
): PlanLimits {
  return live ? (live.plan.limits ?? {}) : withoutPlan
}
