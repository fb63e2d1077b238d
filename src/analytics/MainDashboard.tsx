import { useSearch } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { WithProfile } from '../profile/WithProfile'
import { Card } from '../ui/Card'
import { LoadingText } from '../ui/LoadingText'
import { Skeleton } from '../ui/Skeleton'
import { useDashboardPlace } from './DashboardPlace'
import { Dashboards } from './Dashboards'
import { FramePlaceholder } from './FramePlaceholder'

/** The main dashboard: the organisation's heading and its embedded dashboards, one at a time, at their place. */
export function MainDashboard() {
  const { dashboard: wanted } = useSearch({ strict: false })
  const { show, isShown } = useDashboardPlace()
  useLayoutEffect(
    () =>
      show(
        <WithProfile
          loading={<MainDashboardLoading />}
          explanation="Your dashboard comes with your profile, which could not be loaded."
        >
          {(profile) => <Dashboards {...profile} wanted={wanted} />}
        </WithProfile>,
      ),
    [show, wanted],
  )
  // Until the effect, which doesn't run in the build (`src/prerender.tsx`).
  return isShown ? null : <MainDashboardLoading />
}

/** The shape of the main dashboard, while the profile loads. */
function MainDashboardLoading() {
  return (
    <Card>
      <LoadingText>Loading Dashboard...</LoadingText>
      <Skeleton className="mt-5 h-6 w-56 rounded-8" />
      {/* With tabs, the frame is below them. */}
      <div className="mt-7 h-frame rounded-control bg-sunken p-4 sm:mt-9 sm:p-6">
        <FramePlaceholder />
      </div>
    </Card>
  )
}
