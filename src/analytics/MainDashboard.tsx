import { useSearch } from '@tanstack/react-router'
import { use, useLayoutEffect } from 'react'
import { WithProfile } from '../profile/WithProfile'
import { Card } from '../ui/Card'
import { LoadingText } from '../ui/LoadingText'
import { Skeleton } from '../ui/Skeleton'
import { PlaceContext } from './DashboardPlace'
import { Dashboards } from './Dashboards'
import { FramePlaceholder } from './FramePlaceholder'

/** The main dashboard: the organisation's heading and its embedded dashboards, one visible at a time. */
export function MainDashboard() {
  const { dashboard: wanted } = useSearch({ strict: false })
  const [{ isShown }, setPlace] = use(PlaceContext)
  useLayoutEffect(() => {
    const dashboards = (
      <WithProfile
        loading={<MainDashboardLoading />}
        explanation="We couldn’t load your dashboard."
      >
        {(profile) => <Dashboards {...profile} wanted={wanted} />}
      </WithProfile>
    )
    setPlace({ dashboards, isShown: true })
    return () => setPlace({ dashboards, isShown: false })
  }, [setPlace, wanted])
  // Shows until the effect has run. Effects don't run at build (`src/prerender.tsx`).
  return isShown ? null : <MainDashboardLoading />
}

/** The skeleton of the main dashboard. */
function MainDashboardLoading() {
  return (
    <Card>
      <LoadingText>Loading Dashboard...</LoadingText>
      <Skeleton className="mt-5 h-6 w-56 rounded-8" />
      {/* Tabs are above the frame. */}
      <div className="mt-7 h-frame rounded-control bg-sunken p-4 sm:mt-9 sm:p-6">
        <FramePlaceholder />
      </div>
    </Card>
  )
}
