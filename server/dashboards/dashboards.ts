import type { Caller } from '../api/caller'
import type { Dashboard, DashboardLink } from '../api/dashboards'
import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { limitsOf } from '../billing/plan/shown-plan'

type Needed = Pick<Services, 'dashboards' | 'withoutPlan' | 'clock'>

/** @returns the dashboards within the plan's limit, in their order (D74). */
export function dashboardsOf(services: Needed, live: Caller['live']): readonly Dashboard[] {
  return services.dashboards.all.slice(0, limitsOf(services, live).dashboards)
}

/**
 * @returns a new link to one of the caller's dashboards.
 * @throws HttpError 404 for one that the organisation doesn't have.
 */
export async function dashboardLink(
  services: Needed,
  { organisation, live }: Pick<Caller, 'organisation' | 'live'>,
  id: string,
): Promise<DashboardLink> {
  if (!dashboardsOf(services, live).some((one) => one.id === id)) {
    throw new HttpError(404, 'Your organisation has no such dashboard.')
  }
  return await services.dashboards.linkFor(organisation, id, services.clock())
}
