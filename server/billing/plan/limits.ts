import type { Caller } from '../../api/caller'
import type { PlanLimits } from '../../api/payments'
import type { Services } from '../../api/services'

/** @returns the plan's limits, as of its purchase. */
export function limitsOf(
  { withoutPlan }: Pick<Services, 'withoutPlan'>,
  live: Caller['live'],
): PlanLimits {
  return live ? (live.plan.limits ?? {}) : withoutPlan
}
