import { createFileRoute } from '@tanstack/react-router'
import { ConfirmAddress } from '../src/auth/ConfirmAddress'
import { SignedOutLayout } from '../src/auth/SignedOutLayout'
import { Notices } from '../src/shell/Notices'

/** Opened from a mail, where somebody may be signed in or not. */
export const Route = createFileRoute('/confirm-address/$token')({
  staticData: { title: 'Your email address' },
  component: ConfirmAddressRoute,
})

function ConfirmAddressRoute() {
  return (
    <SignedOutLayout>
      <Notices />
      <ConfirmAddress token={Route.useParams().token} />
    </SignedOutLayout>
  )
}
