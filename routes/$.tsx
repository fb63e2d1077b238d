import { createFileRoute, redirect } from '@tanstack/react-router'
import { storedSession } from '../src/api/stored-session'

/** Every path of two or more segments that no other route claims (D4, D5). */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: storedSession() ? '/dashboard' : '/signin', replace: true })
  },
})
