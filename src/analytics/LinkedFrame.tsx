import { queryOptions } from '@tanstack/react-query'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { LoadingText } from '../ui/LoadingText'
import { QueryView } from '../ui/QueryView'
import { DashboardFrame, FramePlaceholder } from './DashboardFrame'
import { newLink } from './frame-link'

/** Each frame starts with its own link, and renews it itself. */
const linkQuery = (dashboardId: string) =>
  queryOptions({
    queryKey: ['dashboards/link', dashboardId],
    queryFn: ({ signal }) => newLink(dashboardId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })

interface LinkedFrameProps extends Omit<Parameters<typeof DashboardFrame>[0], 'link'> {
  id: string
}

/** A dashboard whose link isn't in the profile. */
export function LinkedFrame({ id, ...frame }: LinkedFrameProps) {
  const query = useRetryableQuery(linkQuery(id))
  return (
    <QueryView
      query={query}
      loading={
        <div className="h-frame rounded-control bg-sunken p-4 sm:p-6">
          <LoadingText>Loading Dashboard...</LoadingText>
          <FramePlaceholder />
        </div>
      }
      failure="This dashboard could not be opened"
      failureText="Please try again. Your other dashboards are not affected."
      frame={(failure) => <section className="h-frame">{failure}</section>}
    >
      {(link) => <DashboardFrame {...frame} link={link} />}
    </QueryView>
  )
}
