import { call } from '../api/call'
import { thisMoment } from '../api/moment'
import type { FrameLink } from './frame-link'

/** @returns a new link to a dashboard, received now. @throws ApiError */
export async function newLink(dashboardId: string, signal: AbortSignal): Promise<FrameLink> {
  const body = { dashboard_id: dashboardId }
  const { iframe, expires_in } = await call('getDashboardLink', body, { signal })
  signal.throwIfAborted()
  return { address: iframe, dashboardId, expiresIn: expires_in, receivedAt: thisMoment() }
}
