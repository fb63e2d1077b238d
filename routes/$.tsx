import { createFileRoute, redirect } from '@tanstack/react-router'

/** Every path of two or more segments that no other route claims (D4). */
export const Route = createFileRoute('/$')({
  beforeLoad: ({ context }) => {
    throw redirect({ to: context.findSession() ? '/dashboard' : '/signin' })
  },
})
