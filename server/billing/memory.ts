import type { PlanStore } from '../api/store'
import type { Rows } from '../store/memory-change'
import { historyOf, planStates } from './decide'

export function planMethods(data: Pick<Rows, 'subscriptions'>): PlanStore {
  return {
    async findPlanHistory(organisationId) {
      const plans = data.subscriptions.filter(
        (one) => one.organisationId === organisationId && planStates.includes(one.state),
      )
      return historyOf(plans)
        .reverse()
        .map(({ plan, state, startedAt, endedAt }) => ({
          planName: plan.name,
          interval: plan.interval,
          state,
          startedAt: startedAt.toISOString(),
          endedAt: endedAt?.toISOString() ?? null,
        }))
    },
  }
}
