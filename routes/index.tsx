import { createFileRoute, redirect } from '@tanstack/react-router'
import { currentSession } from '../src/session/session'

/** The root (D4, D5). */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: currentSession() ? '/dashboard' : '/signin', replace: true })
  },
})
