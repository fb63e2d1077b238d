import { createFileRoute } from '@tanstack/react-router'
import { ConfirmCopy } from '../src/auth/ConfirmCopy'
import { SignedOutLayout } from '../src/auth/SignedOutLayout'
import { Notices } from '../src/shell/Notices'

/** Opened from the mail to an accounting address, where somebody may be signed in or not. */
export const Route = createFileRoute('/confirm-copy/$token')({
  staticData: { title: 'Copies of receipts' },
  component: ConfirmCopyRoute,
})

function ConfirmCopyRoute() {
  const { token } = Route.useParams()
  return (
    <SignedOutLayout>
      <Notices />
      <ConfirmCopy token={token} />
    </SignedOutLayout>
  )
}
