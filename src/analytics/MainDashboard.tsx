import { useSearch } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import type { ReceivedProfile } from '../profile/queries'
import { WithProfile } from '../profile/WithProfile'
import { settings } from '../settings'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import { LoadingText } from '../ui/LoadingText'
import { Skeleton } from '../ui/Skeleton'
import { DashboardFrame, FramePlaceholder } from './DashboardFrame'
import { DashboardHeading } from './DashboardHeading'
import { useDashboardPlace } from './DashboardPlace'
import type { FrameLink } from './frame-link'

/** Loaded with the code that renews links, for which a single dashboard doesn't wait. */
const SeveralDashboards = lazy(() => import('./SeveralDashboards'))

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

interface DashboardsProps extends ReceivedProfile {
  /** The one in the address. */
  wanted: string | undefined
}

function Dashboards({ organization, receivedAt, wanted }: DashboardsProps) {
  const { isShown, tellUse } = useDashboardPlace()
  const [head, setHead] = useState<HTMLElement | null>(null)
  useEffect(() => () => tellUse(false), [tellUse])
  const listed = (settings.isOurServer && organization.dashboards) || []
  const name = organization.org_metabase_name || organization.name
  const address = organization.org_iframe
  const expiresIn = organization.org_iframe_expires_in ?? null
  const link: FrameLink | null = address
    ? {
        address,
        // Null: the server renews no links, or the app must not ask.
        dashboardId: (expiresIn !== null && listed[0]?.dashboard_id) || null,
        expiresIn,
        receivedAt,
      }
    : null
  if (link && (listed[1] || (wanted && listed[0]))) {
    return (
      <Suspense fallback={<MainDashboardLoading />}>
        <SeveralDashboards {...{ organization, listed, wanted }} first={link} />
      </Suspense>
    )
  }
  return (
    <Card>
      <DashboardHeading name={name} actions={setHead} />
      {link ? (
        <DashboardFrame title={name} link={link} head={head} isHidden={!isShown} onUse={tellUse} />
      ) : (
        <EmptyState
          icon={ChartNoAxesColumn}
          title="No dashboard yet"
          text="Once a dashboard is connected to your organisation, it will show here."
        />
      )}
    </Card>
  )
}
