import * as v from 'valibot'
import { type Endpoint, type Examples, forMembers } from './endpoint'
import { longest, textUpTo } from './text'

export const dashboardCalls = {
  /** A new link to one of the caller's dashboards, before the old one ends. The profile lists the dashboards. */
  getDashboardLink: {
    isOurs: true,
    method: 'POST',
    path: '/api/dashboards/link/',
    request: v.object({ dashboard_id: textUpTo(longest.id) }),
    response: v.object({
      /** The address of the dashboard's frame. */
      iframe: v.string(),
      /** Its lifetime in seconds. Null: unlimited. */
      expires_in: v.nullish(v.number(), null),
    }),
    ...forMembers,
  },
} as const satisfies Record<string, Endpoint>

export const dashboardExamples: Examples<typeof dashboardCalls> = {
  getDashboardLink: {
    summary: 'A new link to a dashboard',
    refusals: [404],
    request: { dashboard_id: 'overview' },
  },
}
