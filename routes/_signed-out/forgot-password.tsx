import { createFileRoute } from '@tanstack/react-router'
import { ForgotPassword } from '../../src/account/ForgotPassword'

export const Route = createFileRoute('/_signed-out/forgot-password')({
  component: ForgotPassword,
})
