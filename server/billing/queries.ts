import type { Caller } from '../api/caller'
import type { Services } from '../api/services'
import type { PlanPeriod } from '../api/store'
import { CallerRefused } from '../store/change'
import { afterCheckouts } from './checkout/polling'

/**
 * @returns all past and present plans of the organisation, the newest first.
 * @throws CallerRefused if the caller is signed out, or an admin no longer, by the time they are known.
 */
export async function listActivity(services: Services, caller: Caller): Promise<PlanPeriod[]> {
  // As the profile does, so that both answers agree when they are requested together.
  const { user } = await afterCheckouts(services, caller)
  if (!user.isAdmin) throw new CallerRefused('not-admin')
  return await services.store.findPlanHistory(caller.organisation.id)
}
