import { createFileRoute, redirect } from '@tanstack/react-router'

/** The root (D4). */
export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => {
    throw redirect({ to: context.findSession() ? '/dashboard' : '/signin' })
  },
})
