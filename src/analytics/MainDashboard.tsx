import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, CircleAlert, ShieldAlert } from 'lucide-react'
import type { Profile } from '../../contract/profile'
import { profileQuery } from '../profile/queries'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import { Skeleton } from '../ui/Skeleton'
import { Spinner } from '../ui/Spinner'
import { DashboardFrame, FramePlaceholder } from './DashboardFrame'
import { isFrameAddress } from './frame-address'

/** The main dashboard: the organisation's heading and its embedded frame. */
export function MainDashboard({ theme }: { theme: 'light' | 'dark' }) {
  const profile = useQuery(profileQuery)
  if (profile.isPending) return <Loading />
  if (!profile.data) {
    return (
      <Card>
        <EmptyState
          alert
          icon={CircleAlert}
          title="No profile data available."
          text="Your dashboard belongs to your profile, which could not be loaded."
          action={<Button onClick={() => void profile.refetch()}>Try again</Button>}
        />
      </Card>
    )
  }
  return <Dashboard organization={profile.data.organization} theme={theme} />
}

function Loading() {
  return (
    <Card className="p-4 sm:p-6">
      <p role="status" className="flex items-center gap-2.5 text-15 font-medium text-ink-2">
        <Spinner className="size-4.5 text-accent" />
        Loading Dashboard...
      </p>
      <Skeleton className="mt-5 h-6 w-56 rounded-8" />
      <div className="mt-4 h-[1200px] rounded-control bg-sunken p-4 sm:p-6">
        <FramePlaceholder />
      </div>
    </Card>
  )
}

interface DashboardProps {
  organization: Profile['organization']
  theme: 'light' | 'dark'
}

function Dashboard({ organization, theme }: DashboardProps) {
  const name = organization.org_metabase_name || organization.name
  const address = organization.org_iframe
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="mb-4 text-18 font-[650] tracking-[-0.02em] wrap-anywhere">{name}</h2>
      {!address ? (
        <EmptyState
          icon={ChartNoAxesColumn}
          title="No dashboard yet"
          text="As soon as a dashboard is connected to your organisation, it shows here."
        />
      ) : isFrameAddress(address) ? (
        <DashboardFrame title={name} address={address} theme={theme} />
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
