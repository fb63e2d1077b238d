import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call'

/** Dashboards by mail: one's own, and for admins everybody's, on our own server (D142). */
export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: ({ signal }) => call('getReports', undefined, { signal }),
  staleTime: 10_000,
})

/** Reading a dashboard takes the server a minute at most, in ms (D142). Nothing else waits for it. */
const previewPatience = 65_000

/** The mail of a dashboard as it would be now, in HTML. It waits for the dashboard's own server. */
export const previewQuery = (dashboardId: string, timeZone: string) =>
  queryOptions({
    queryKey: ['reports/preview', dashboardId, timeZone],
    queryFn: ({ signal }) =>
      call(
        'previewReport',
        { dashboard_id: dashboardId, time_zone: timeZone },
        { signal, timeout: previewPatience },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
