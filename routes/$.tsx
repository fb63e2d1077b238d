import { createFileRoute, redirect } from '@tanstack/react-router'
import { currentSession } from '../src/session/session'

/** Every path of two or more segments that no other route claims (D4, D5). */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: currentSession() ? '/dashboard' : '/signin', replace: true })
  },
})
