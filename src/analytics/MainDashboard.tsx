import { useSearch } from '@tanstack/react-router'
import { use, useLayoutEffect } from 'react'
import { WithProfile } from '../profile/WithProfile'
import { Skeleton } from '../ui/Skeleton'
import { DashboardBar } from './DashboardBar'
import { PlaceContext } from './DashboardPlace'
import { Dashboards } from './Dashboards'
import { FramePlaceholder } from './FramePlaceholder'

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

function MainDashboardLoading() {
  return (
    <>
      <DashboardBar>
        <Skeleton className="h-5 w-48" />
      </DashboardBar>
      <FramePlaceholder />
    </>
  )
}
