import { ChartNoAxesColumn, ShieldAlert } from 'lucide-react'
import type { ReceivedProfile } from '../profile/queries'
import { WithProfile } from '../profile/WithProfile'
import { settings } from '../settings'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import { LoadingText } from '../ui/LoadingText'
import { Skeleton } from '../ui/Skeleton'
import { DashboardFrame, FramePlaceholder } from './DashboardFrame'
import { isFrameAddress } from './frame-address'

/** The main dashboard: the organisation's heading and its embedded frame. */
export function MainDashboard() {
  return (
    <WithProfile
      loading={<MainDashboardLoading />}
      explanation="Your dashboard belongs to your profile, which could not be loaded."
    >
      {(profile) => <Dashboard {...profile} />}
    </WithProfile>
  )
}

/** The shape of the main dashboard, while the profile loads. */
export function MainDashboardLoading() {
  return (
    <Card className="p-4 sm:p-6">
      <LoadingText>Loading Dashboard...</LoadingText>
      <Skeleton className="mt-5 h-6 w-56 rounded-8" />
      <div className="mt-4 h-frame rounded-control bg-sunken p-4 sm:p-6">
        <FramePlaceholder />
      </div>
    </Card>
  )
}

function Dashboard({ organization, receivedAt }: ReceivedProfile) {
  const name = organization.org_metabase_name || organization.name
  const address = organization.org_iframe
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="mb-4 text-18 font-[650] tracking-[-0.02em] wrap-anywhere">
        <span dir="auto">{name}</span>
      </h2>
      {!address ? (
        <EmptyState
          icon={ChartNoAxesColumn}
          title="No dashboard yet"
          text="As soon as a dashboard is connected to your organisation, it shows here."
        />
      ) : isFrameAddress(address) ? (
        <DashboardFrame
          title={name}
          link={{
            address,
            dashboardId: renewableId(organization),
            expiresIn: organization.org_iframe_expires_in ?? null,
            receivedAt,
          }}
        />
      ) : (
        <EmptyState
          alert
          icon={ShieldAlert}
          title="This dashboard can’t be shown"
          text="Its address is not one that is safe to open here. Please tell whoever set it up."
        />
      )}
    </Card>
  )
}

/** @returns what a new link is asked for by; null: the server has none, or the app isn't to use them. */
function renewableId({ dashboards, org_iframe_expires_in }: ReceivedProfile['organization']) {
  const canRenew = settings.extensions.includes('dashboards') && org_iframe_expires_in != null
  return (canRenew && dashboards?.[0]?.dashboard_id) || null
}
