import { Monitor } from 'lucide-react'
import { ApiError, followingServerText } from '../api/errors'
import { useVariablesInFlight } from '../lib/mutations'
import { useFollowedMutation } from '../lib/use-followed-mutation'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { Button } from '../ui/Button'
import { Spinner } from '../ui/Spinner'
import { TableCard } from '../ui/table/TableCard'
import { showToast } from '../ui/toasts/toast'
import { sessionColumns, sessionsLayout } from './session-columns'
import { endSessionMutation, sessionsQuery } from './sessions'

/** Stands for the button that ends all other sessions, where others stand for a session's own button. */
const others = 'others'

export function SessionsCard() {
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
    <TableCard
      title="Sessions"
      text="Browsers signed in to your account"
      query={sessions}
      failure="Your sessions could not be loaded"
      empty={{ icon: Monitor, title: 'No sessions', text: 'Sign in again to see your sessions.' }}
      columns={sessionColumns}
      actions={(session) => {
        if (session.is_current) return null
        const isEnding = busy.includes(session.session_id)
        return (
          <button
            type="button"
            aria-label={`Log out ${session.browser}`}
            aria-busy={isEnding || undefined}
            aria-disabled={isEnding || undefined}
            onClick={isEnding ? undefined : () => mutate(session)}
            className="relative inline-flex min-h-9 items-center gap-2 rounded-control px-2.5 text-14 font-semibold text-ink-2 hover:bg-sunken hover:text-ink active:bg-line pointer-coarse:min-h-11 dark:hover:bg-raised"
          >
            {isEnding && <Spinner />}
            <span>Log out</span>
          </button>
        )
      }}
      csv={null}
      action={
        <Button
          look="secondary"
          busy={busy.includes(others)}
          disabled={sessions.data?.every(({ is_current }) => is_current)}
          onClick={() => mutate(null)}
          className="max-sm:w-full"
        >
          Log out everywhere else
        </Button>
      }
      rowId={({ session_id }) => session_id}
      layout={sessionsLayout}
    />
  )
}
