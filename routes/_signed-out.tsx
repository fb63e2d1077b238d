import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { SignedOutLayout } from '../src/auth/SignedOutLayout'
import { Notices } from '../src/shell/Notices'
import { showToast } from '../src/ui/toasts/toast'

export const Route = createFileRoute('/_signed-out')({
  beforeLoad: ({ context, location }) => {
    if (!context.findSession()) return
    if (/^\/(invite|reset-password)\/./i.test(location.pathname)) {
      showToast('info', 'You are signed in. Log out first to use this link.') // D4
    }
    throw redirect({ to: '/dashboard' })
  },
  component: () => (
    <SignedOutLayout>
      <Notices />
      <Outlet />
    </SignedOutLayout>
  ),
})
