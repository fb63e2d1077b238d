import type { Plan, SubscribedPlan } from '../../../contract/billing'
import { perMonth } from '../pricing/price'

/**
 * @param plans the price list; undefined while it loads.
 * @returns whether there is no dearer plan, in either interval.
 */
export function isDearest(plan: SubscribedPlan, plans: readonly Plan[] = []): boolean {
  const most = Math.max(...plans.map(perMonth))
  return plans.some(({ name, ...price }) => name === plan.name && perMonth(price) === most)
}
