import { Link } from '@tanstack/react-router'
import { Monitor } from 'lucide-react'
import { ApiError, followingServerText } from '../api/errors'
import { useVariablesInFlight } from '../lib/mutations'
import { useFollowedMutation } from '../lib/use-followed-mutation'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { Button } from '../ui/Button'
import { TableCard } from '../ui/table/TableCard'
import { showToast } from '../ui/toasts/toast'
import { sessionsQuery } from './queries'
import { sessionColumns, sessionsLayout } from './session-columns'
import { endSessionMutation } from './sessions'

/** Stands for the button that ends all other sessions, where others stand for a session's own button. */
const others = 'others'

/** The tab 'Sessions' of the profile. */
export default function SessionsCard() {
  const sessions = useRetryableQuery(sessionsQuery)
  const { mutate } = useFollowedMutation(endSessionMutation, {
    onSuccess: (_nothing, session) => {
      const text = session
        ? `${session.browser} is logged out.`
        : 'You’re logged out everywhere else.'
      showToast('success', text)
    },
    onError: (error, session) => {
      if (error instanceof ApiError && error.status === 404) {
        return showToast('info', 'That session has already ended.')
      }
      const text = session
        ? `${session.browser} was not logged out. Please try again.`
        : 'The other browsers were not logged out. Please try again.'
      showToast('error', text, followingServerText(error))
    },
  })
  const busy = useVariablesInFlight(endSessionMutation).map((one) => one?.session_id ?? others)

  return (
    <>
      <TableCard
        fragment="sessions"
        title="Sessions"
        text="Browsers and phones signed in to your account"
        query={sessions}
        failure="Your sessions could not be loaded"
        empty={{ icon: Monitor, title: 'No sessions', text: 'Sign in again to see your sessions.' }}
        columns={sessionColumns}
        actions={(session) => {
          if (session.is_current) return null
          return (
            <Button
              look="quiet"
              size="small"
              className="-me-3"
              aria-label={`Log out ${session.browser}`}
              busy={busy.includes(session.session_id)}
              onClick={() => mutate(session)}
            >
              Log out
            </Button>
          )
        }}
        csv={null}
        action={
          <Button
            look="secondary"
            busy={busy.includes(others)}
            disabled={sessions.data?.every(({ is_current }) => is_current)}
            onClick={() => mutate(null)}
          >
            Log out everywhere else
          </Button>
        }
        rowId={({ session_id }) => session_id}
        layout={sessionsLayout}
      />
      {!sessions.isPending && (
        <p className="mt-3.5 px-0.5 text-12h text-ink-3">
          Don’t recognise one? Log it out, then change your password in{' '}
          <Link
            to="/dashboard/profile"
            search={{ tab: 'security' }}
            hash="password"
            className="rounded-6 font-semibold text-accent underline-offset-3 hover:underline"
          >
            Security
          </Link>
          .
        </p>
      )}
    </>
  )
}
