import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { SecondFactorGate } from '../../src/account/SecondFactorGate'
import { DashboardPlace } from '../../src/analytics/DashboardPlace'
import { PaymentBannerPlace } from '../../src/billing/payment/PaymentBannerPlace'
import { DeletionBannerPlace } from '../../src/organisation/DeletionBannerPlace'
import { profileQuery } from '../../src/profile/queries'
import { settings } from '../../src/settings'
import { DashboardLayout } from '../../src/shell/DashboardLayout'
import { Notices } from '../../src/shell/Notices'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: ({ context, location }) => {
    const session = context.findSession()
    if (!session) throw redirect({ to: '/signin', search: { redirect: location.href } })
    return { session }
  },
  loader: ({ context }) => {
    // Every signed-in screen needs the profile, and shows a text while it loads.
    void context.queryClient.prefetchQuery(profileQuery)
  },
  component: SignedIn,
})

function SignedIn() {
  const { session } = Route.useRouteContext()
  return (
    <DashboardLayout isAdmin={session.isAdmin}>
      <SecondFactorGate
        banners={
          <>
            {session.isAdmin && <PaymentBannerPlace />}
            {settings.isOurServer && <DeletionBannerPlace />}
          </>
        }
        notices={<Notices />}
      >
        <DashboardPlace>
          <Outlet />
        </DashboardPlace>
      </SecondFactorGate>
    </DashboardLayout>
  )
}
