import type { Plan as ListedPlan, SubscribedPlan } from '../../contract/billing'
import type { Plan, Subscription } from '../store/entities'
import { toMajorUnits } from './money'

/** A plan as the price list has it. */
export function listedPlanOf(plan: Plan): ListedPlan {
  const { INR } = plan.prices
  return {
    ...fieldsOf(plan),
    ...(INR && chargedInInr(INR)),
    descriptions: plan.points,
  }
}

/**
 * The plan of a subscription, as it was when it was subscribed to. Its price in INR is there only
 * when that is what is charged, so that what is shown is what is charged (D16).
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
