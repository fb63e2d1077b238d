import type { Plan, SubscribedPlan } from '../../../contract/billing'

const perMonth = ({ amount_in_usd, interval }: Pick<Plan, 'amount_in_usd' | 'interval'>) =>
  interval === 'yearly' ? amount_in_usd / 12 : amount_in_usd

/**
 * @param plans those on offer; undefined while nobody knows.
 * @returns whether there is no dearer plan, in either interval: nothing to upgrade to.
 */
export function isDearest(plan: SubscribedPlan, plans: readonly Plan[] = []): boolean {
  const most = Math.max(...plans.map(perMonth))
  return plans.some(({ name, ...price }) => name === plan.name && perMonth(price) === most)
}
