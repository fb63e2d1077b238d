import type { Caller } from '../api/caller'
import type { Services } from '../api/services'
import { CallerRefused, type ChangeStore, oneOf } from '../store/change'
import { afterCheckouts } from './checkout/polling'
import { historyOf, planStates } from './decide'
import type { Subscription } from './tables'

/** One plan in an organisation's history. */
export interface PlanPeriod {
  planName: string
  state: Subscription['state']
  startedAt: Date
  endedAt: Date | null
}

/**
 * @returns all past and present plans of the organisation, the newest first.
 * @throws CallerRefused if the caller is signed out, or an admin no longer, by the time they are known.
 */
export async function listActivity(services: Services, caller: Caller): Promise<PlanPeriod[]> {
  // As the profile does, so that both answers agree when they are requested together.
  const { user } = await afterCheckouts(services, caller)
  if (!user.isAdmin) throw new CallerRefused('not-admin')
  return await planHistory(services.store, caller.organisation.id)
}

/** @returns every plan of an organisation, the one that began last first. */
export async function planHistory(
  store: Pick<ChangeStore, 'all'>,
  organisationId: string,
): Promise<PlanPeriod[]> {
  // Unpaid ones, of which there may be thousands, aren't even scanned.
  const plans = await store.all('subscriptions', { organisationId, state: oneOf(planStates) })
  return historyOf(plans)
    .reverse()
    .map(({ plan, state, startedAt, endedAt }) => ({
      planName: plan.name,
      state,
      startedAt,
      endedAt,
    }))
}
