import { createFileRoute } from '@tanstack/react-router'
import { Activity, lazy, Suspense } from 'react'
import { CurrentPlan } from '../../../src/billing/plan/CurrentPlan'
import { useIsPlanPending } from '../../../src/billing/plan/use-is-plan-pending'
import { PlanList } from '../../../src/billing/pricing/PlanList'
import {
  activityQuery,
  buyerQuery,
  intervalSearch,
  pricingQuery,
} from '../../../src/billing/queries'
import { ProfileCards } from '../../../src/profile/ProfileCards'
import { profileQuery } from '../../../src/profile/queries'
import { WithProfile } from '../../../src/profile/WithProfile'
import { settings } from '../../../src/settings'
import { Card } from '../../../src/ui/Card'
import { LoadingText } from '../../../src/ui/LoadingText'
import { Skeleton } from '../../../src/ui/Skeleton'
import { tableSort } from '../../../src/ui/table/table-sort'

// Loaded only with a subscription.
const SubscriptionActivity = lazy(
  () => import('../../../src/billing/activity/SubscriptionActivity'),
)

/** "The Dashboard page" of the specification (D6). */
export const Route = createFileRoute('/dashboard/_admin/default')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...tableSort(search),
    ...intervalSearch(search),
  }),
  loader: ({ context: { queryClient } }) => {
    // The plans, for the price list or to find a dearer plan: the profile decides which.
    void queryClient.prefetchQuery(pricingQuery)
    if (settings.isOurServer) void queryClient.prefetchQuery(buyerQuery)
    void queryClient.fetchQuery(profileQuery).then(
      (profile) => (profile.is_subscribed ? queryClient.prefetchQuery(activityQuery) : undefined),
      () => undefined,
    )
  },
  staticData: { title: 'Dashboard', navigation: '/main' },
  component: Dashboard,
})

function Dashboard() {
  const { interval = 'monthly' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isPlanPending = useIsPlanPending()
  return (
    <WithProfile loading={<DashboardLoading />} explanation="We couldn’t load your plan.">
      {(profile) =>
        profile.is_subscribed ? (
          <div className="space-y-4 sm:space-y-5">
            <ProfileCards profile={profile} />
            <CurrentPlan />
            {/* Hidden until the plan shows, because its place depends on the plan's height. */}
            <Activity mode={isPlanPending ? 'hidden' : 'visible'}>
              <Suspense fallback={<ActivityLoading />}>
                <SubscriptionActivity />
              </Suspense>
            </Activity>
          </div>
        ) : (
          <PlanList
            interval={interval}
            onIntervalChange={(chosen) =>
              void navigate({ search: { interval: chosen }, replace: true, resetScroll: false })
            }
          />
        )
      }
    </WithProfile>
  )
}

/** A placeholder as high as a table of three rows. */
function ActivityLoading() {
  return (
    <>
      <LoadingText unseen>Loading subscription activity…</LoadingText>
      <Skeleton className="h-72 rounded-card" />
    </>
  )
}

/** The Dashboard page while the profile loads, which decides its content. */
function DashboardLoading() {
  return (
    <div className="space-y-4 sm:space-y-5">
      <LoadingText>Loading Dashboard...</LoadingText>
      {['h-44', 'h-72'].map((height) => (
        <Card key={height} className={`p-6 ${height}`}>
          <Skeleton className="h-3.5 w-44" />
        </Card>
      ))}
    </div>
  )
}
