import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call'
import { type Moment, thisMoment, timeSince } from '../lib/moment'

/** A dashboard's address, and its lifetime. */
export interface FrameLink {
  address: string
  /** The id with which to ask for a new link, or null if there is none. */
  dashboardId: string | null
  /** The lifetime in seconds, from `receivedAt`. Null: unlimited or unknown. */
  expiresIn: number | null
  receivedAt: Moment
}

/** @returns the remaining lifetime of a link, in ms; negative once it has ended. */
export function timeLeft({ expiresIn, receivedAt }: FrameLink): number {
  return expiresIn === null ? Number.POSITIVE_INFINITY : expiresIn * 1000 - timeSince(receivedAt)
}

/** @returns a new link to a dashboard, received now. @throws ApiError */
export async function newLink(dashboardId: string, signal?: AbortSignal): Promise<FrameLink> {
  const body = { dashboard_id: dashboardId }
  const { iframe, expires_in } = await call('getDashboardLink', body, signal && { signal })
  signal?.throwIfAborted()
  return { address: iframe, dashboardId, expiresIn: expires_in, receivedAt: thisMoment() }
}

/** The link that a frame opens with. The frame fetches later links itself. */
export const linkQuery = (dashboardId: string) =>
  queryOptions({
    queryKey: ['dashboards/link', dashboardId],
    queryFn: ({ signal }) => newLink(dashboardId, signal),
    staleTime: 'static',
    gcTime: 0,
  })
