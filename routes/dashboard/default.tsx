import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ActivitySkeleton } from '../../src/billing/activity/ActivitySkeleton'
import { activitySortOf, activitySortSearch } from '../../src/billing/activity/activity-sort'
import { CurrentPlan } from '../../src/billing/plan/CurrentPlan'
import { intervalSearch } from '../../src/billing/pricing/interval-search'
import { NoProfile } from '../../src/billing/pricing/NoProfile'
import { PlanList } from '../../src/billing/pricing/PlanList'
import { activityQuery, pricingQuery } from '../../src/billing/queries'
import { ProfileCards } from '../../src/profile/ProfileCards'
import { profileQuery } from '../../src/profile/queries'
import { Skeleton } from '../../src/ui/Skeleton'
import { Spinner } from '../../src/ui/Spinner'

// Who hasn't subscribed has no use for the table's code.
const SubscriptionActivity = lazy(async () => {
  const module = await import('../../src/billing/activity/SubscriptionActivity')
  return { default: module.SubscriptionActivity }
})

/** "The Dashboard page" of the specification (D6). */
export const Route = createFileRoute('/dashboard/default')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...activitySortSearch(search),
    ...intervalSearch(search),
  }),
  loader: ({ context: { session, queryClient } }) => {
    if (!session.isAdmin) return
    // Which of the two is shown, only the profile tells; it is on its way already.
    void queryClient.fetchQuery(profileQuery).then(
      (profile) =>
        profile.is_subscribed
          ? queryClient.prefetchQuery(activityQuery)
          : queryClient.prefetchQuery(pricingQuery),
      () => undefined,
    )
  },
  component: Dashboard,
})

function Dashboard() {
  const profile = useQuery(profileQuery)
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (changed: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...changed }, replace: true, resetScroll: false })

  if (profile.isPending) return <Loading />
  if (!profile.data) return <NoProfile onTryAgain={() => void profile.refetch()} />
  if (!profile.data.is_subscribed) {
    return (
      <PlanList
        interval={search.interval ?? 'monthly'}
        onIntervalChange={(interval) => change({ interval })}
      />
    )
  }
  return (
    <div className="space-y-6">
      <ProfileCards profile={profile.data} />
      <CurrentPlan />
      <Suspense fallback={<ActivitySkeleton />}>
        <SubscriptionActivity sort={activitySortOf(search)} onSortChange={change} />
      </Suspense>
    </div>
  )
}

function Loading() {
  return (
    <div className="space-y-6">
      <p role="status" className="flex items-center gap-2.5 text-15 font-medium text-ink-2">
        <Spinner className="size-4.5 text-accent" />
        Loading Dashboard...
      </p>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}
