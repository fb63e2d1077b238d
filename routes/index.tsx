import { createFileRoute, redirect } from '@tanstack/react-router'
import { storedSession } from '../src/api/stored-session'

/** The root (D4, D5). */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: storedSession() ? '/dashboard' : '/signin', replace: true })
  },
})
