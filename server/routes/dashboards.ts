import type { Handlers } from '../handler'
import { HttpError } from '../http-error'

export const dashboardHandlers: Pick<Handlers, 'getDashboardLink'> = {
  async getDashboardLink({ services: { dashboards, clock }, caller, body }) {
    const link = await dashboards.linkFor(caller.organisation, clock())
    if (body.dashboard_id !== link.id) {
      throw new HttpError(404, 'Your organisation has no such dashboard.')
    }
    return { iframe: link.url, expires_in: link.expiresIn }
  },
}
