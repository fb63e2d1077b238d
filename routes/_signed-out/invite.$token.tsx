import { createFileRoute, redirect } from '@tanstack/react-router'
import { followingServerText } from '../../src/api/errors'
import { openInvitation, refusedInvitation } from '../../src/auth/registration/invitation'
import { LoadingText } from '../../src/ui/LoadingText'
import { showToast } from '../../src/ui/toasts/toast'

export const Route = createFileRoute('/_signed-out/invite/$token')({
  loader: async ({ params }) => {
    const { token } = params
    const next = await openInvitation(token).then(
      (organization) => ({ search: { organization } }),
      (error: unknown) => {
        showToast('error', 'Error processing the invitation.', followingServerText(error))
        return { search: {}, state: { refusedInvitation: refusedInvitation(token, error) } }
      },
    )
    throw redirect({ to: '/register', ...next, replace: true })
  },
  staticData: { title: 'Opening your invitation' },
  pendingMs: 0,
  pendingComponent: () => (
    <div className="flex justify-center">
      <LoadingText>Opening your invitation…</LoadingText>
    </div>
  ),
})
