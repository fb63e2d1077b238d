import { createFileRoute } from '@tanstack/react-router'
import { ForgotPassword } from '../../src/auth/ForgotPassword'

export const Route = createFileRoute('/_signed-out/forgot-password')({
  staticData: { title: 'Forgot password' },
  component: ForgotPassword,
})
