import { createFileRoute, redirect } from '@tanstack/react-router'
import { followingServerText } from '../../src/api/errors'
import { openInvitation, refusedInvitation } from '../../src/auth/registration/invitation'
import { LoadingText } from '../../src/ui/LoadingText'
import { showToast } from '../../src/ui/toasts/toast'

export const Route = createFileRoute('/_signed-out/invite/$token')({
  loader: async ({ params }) => {
    const { token } = params
    const opened = await openInvitation(token).catch((error: unknown) => {
      showToast('error', 'Error processing the invitation.', followingServerText(error))
      return { organization: undefined, invitation: refusedInvitation(token, error) }
    })
    throw redirect({
      to: '/register',
      search: opened.organization === undefined ? {} : { organization: opened.organization },
      state: { invitation: opened.invitation },
      replace: true,
    })
  },
  staticData: { title: 'Opening your invitation' },
  pendingMs: 0,
  pendingComponent: () => (
    <div className="flex justify-center">
      <LoadingText>Opening your invitation…</LoadingText>
    </div>
  ),
})
