import { createFileRoute, redirect } from '@tanstack/react-router'
import { followingServerText } from '../../src/api/errors'
import { openInvitation } from '../../src/auth/registration/invitation'
import { LoadingText } from '../../src/ui/LoadingText'
import { showToast } from '../../src/ui/toasts/toast'

export const Route = createFileRoute('/_signed-out/invite/$token')({
  loader: async ({ params }) => {
    const organization = await openInvitation(params.token).catch((error: unknown) => {
      showToast('error', 'Error processing the invitation.', followingServerText(error))
      return undefined
    })
    throw redirect({ to: '/register', search: { organization } })
  },
  staticData: { title: 'Opening your invitation' },
  pendingMs: 0,
  pendingComponent: () => (
    <div className="flex justify-center">
      <LoadingText>Opening your invitation…</LoadingText>
    </div>
  ),
})
