import { createFileRoute, Outlet, redirect, useMatch } from '@tanstack/react-router'
import { MainDashboard } from '../../src/analytics/MainDashboard'
import { profileQuery } from '../../src/profile/queries'
import { currentSession } from '../../src/session/session'
import { DashboardLayout } from '../../src/shell/DashboardLayout'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: ({ location }) => {
    const session = currentSession()
    if (!session) throw redirect({ to: '/signin', search: { redirect: location.href } })
    return { session }
  },
  loader: ({ context }) => {
    // Every screen in here needs it; each has its own text while it loads.
    void context.queryClient.prefetchQuery(profileQuery)
  },
  component: SignedIn,
})

function SignedIn() {
  const { session } = Route.useRouteContext()
  const onProfile = useMatch({ from: '/dashboard/profile', shouldThrow: false }) !== undefined
  // To members, every path but the profile is the main dashboard (D7).
  return (
    <DashboardLayout session={session}>
      {session.isAdmin || onProfile ? <Outlet /> : <MainDashboard />}
    </DashboardLayout>
  )
}
