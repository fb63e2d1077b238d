import { createFileRoute, redirect } from '@tanstack/react-router'

/** The root (D4, D5). */
export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => {
    throw redirect({ to: context.findSession() ? '/dashboard' : '/signin', replace: true })
  },
})
