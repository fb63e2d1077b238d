import { createFileRoute } from '@tanstack/react-router'
import { ConfirmCopy } from '../src/auth/ConfirmCopy'
import { SignedOutLayout } from '../src/auth/SignedOutLayout'

/** Opened from the mail to an accounting address, where somebody may be signed in or not. */
export const Route = createFileRoute('/confirm-copy/$token')({
  staticData: { title: 'Copies of receipts' },
  component: ConfirmCopyRoute,
})

function ConfirmCopyRoute() {
  const { token } = Route.useParams()
  return (
    <SignedOutLayout>
      <ConfirmCopy token={token} />
    </SignedOutLayout>
  )
}
