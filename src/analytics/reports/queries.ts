import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call'

/** Reports by mail: the user's, or for admins all of the organisation's. On our own server (D142). */
export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: ({ signal }) => call('getReports', undefined, { signal }),
  staleTime: 10_000,
})

/** Milliseconds until a preview fails: the server may take a minute to read a dashboard. */
const previewTimeout = 65_000

/** The mail of a dashboard with today's figures, as HTML. It waits for the dashboard's own server. */
export const previewQuery = (dashboardId: string, timeZone: string) =>
  queryOptions({
    queryKey: ['reports/preview', dashboardId, timeZone],
    queryFn: ({ signal }) =>
      call(
        'previewReport',
        { dashboard_id: dashboardId, time_zone: timeZone },
        { signal, timeout: previewTimeout },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
