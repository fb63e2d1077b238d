import { createFileRoute } from '@tanstack/react-router'
import { ResetPassword } from '../../src/auth/ResetPassword'

export const Route = createFileRoute('/_signed-out/reset-password/$token')({
  staticData: { title: 'Set a new password' },
  component: ResetPasswordRoute,
})

function ResetPasswordRoute() {
  return <ResetPassword token={Route.useParams().token} />
}
