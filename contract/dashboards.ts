import * as v from 'valibot'
import { longest, textUpTo } from './text'

/*
 * Extension `dashboards`: links that are renewed before they end. The profile lists the dashboards.
 */

const dashboardLinkRequest = v.object({ dashboard_id: textUpTo(longest.id) })

const dashboardLinkResponse = v.object({
  /** The address of the dashboard's frame. */
  iframe: v.string(),
  /** Its lifetime in seconds. Null: unlimited. */
  expires_in: v.nullish(v.number(), null),
})

/** A new link to one of the caller's dashboards. */
export const dashboardLinkEndpoint = {
  extension: 'dashboards',
  method: 'POST',
  path: '/api/dashboards/link/',
  request: dashboardLinkRequest,
  response: dashboardLinkResponse,
  needsBearer: true,
  adminOnly: false,
  refreshesSession: true,
} as const
