import type { Caller } from '../api/caller'
import type { Services } from '../api/services'
import type { PlanPeriod } from '../api/store'
import { CallerRefused } from '../store/change'
import { afterCheckouts } from './checkout/polling'

/**
 * Returns all past and present plans of the organisation, the newest first.
 * @throws CallerRefused if the caller has been signed out meanwhile, or is no longer an admin.
 */
export async function listActivity(services: Services, caller: Caller): Promise<PlanPeriod[]> {
  // The profile waits for checkouts, too. Both answers must agree when they are requested together.
  const { user } = await afterCheckouts(services, caller)
  if (!user.isAdmin) throw new CallerRefused('not-admin')
  return await services.store.findPlanHistory(caller.organisation.id)
}
