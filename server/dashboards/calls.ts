import type { Context } from 'hono'
import type { Handlers } from '../api/handler'
import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { afterCheckouts } from '../billing/checkout/polling'
import { dashboardLink } from './dashboards'

export const dashboardHandlers = {
  async getDashboardLink({ services, caller, body }) {
    const present = await afterCheckouts(services, caller)
    const link = await dashboardLink(services, present, body.dashboard_id)
    return { iframe: link.url, expires_in: link.expiresIn }
  },
} satisfies Partial<Handlers>

/** Outside the contract: only the sample's own page calls it. */
export const sampleLinkPath = '/sandbox/sample-link.json'

/**
 * The call of the sample's page each time it needs data, as Metabase's page makes it.
 * @returns the dashboard and the organisation of its link.
 * @throws HttpError 400 for a forged or expired link, like Metabase.
 */
export async function readSampleLink(context: Context, services: Services): Promise<Response> {
  const { dashboards, clock } = services
  if (!dashboards.readSampleLink) throw new HttpError(404, 'There is nothing at this address.')
  const link = await dashboards.readSampleLink(context.req.query('token') ?? '', clock())
  if (link === 'forged') throw new HttpError(400, 'This link is invalid.')
  if (link === 'ended') throw new HttpError(400, 'This link has expired.')
  return context.json(link)
}
