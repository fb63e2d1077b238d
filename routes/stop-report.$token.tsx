import { createFileRoute } from '@tanstack/react-router'
import { SignedOutLayout } from '../src/auth/SignedOutLayout'
import { StopReport } from '../src/auth/StopReport'
import { Notices } from '../src/shell/Notices'

/** Opened from a report's mail, where somebody may be signed in or not. */
export const Route = createFileRoute('/stop-report/$token')({
  staticData: { title: 'Stop these emails' },
  component: StopReportRoute,
})

function StopReportRoute() {
  const { token } = Route.useParams()
  return (
    <SignedOutLayout>
      <Notices />
      <StopReport token={token} />
    </SignedOutLayout>
  )
}
