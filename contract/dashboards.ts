import * as v from 'valibot'
import { longest, textUpTo } from './text'

/*
 * Extension `dashboards`: links that don't die before one's eyes. The profile lists the dashboards.
 */

const dashboardLinkRequest = v.object({ dashboard_id: textUpTo(longest.id) })

const dashboardLinkResponse = v.object({
  /** The address that the dashboard's frame opens. */
  iframe: v.string(),
  /** How long it works, in seconds. Null: it doesn't end. */
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
