import type { Caller } from '../../http/caller'
import type { PlanLimits } from '../../plans/plan'
import type { Services } from '../../services'

/** @returns the plan's limits, as of its purchase. */
export function limitsOf(
  { withoutPlan }: Pick<Services, 'withoutPlan'>,
  live: Caller['live'],
): PlanLimits {
  return live ? (live.plan.limits ?? {}) : withoutPlan
}
