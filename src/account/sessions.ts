import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call'
import { writeConfirmed } from '../lib/mutations'
import { type Session, sessionsQuery } from './queries'

const { queryKey } = sessionsQuery

/** Ends a session, or with null all others. */
export const endSessionMutation = mutationOptions({
  mutationKey: ['end-session'],
  mutationFn: async (session: Session | null) => {
    if (session) await call('endSession', { session_id: session.session_id })
    else await call('endOtherSessions')
  },
  onSuccess: (_answer, session, _result, { client }) => showEnded(client, session),
  // The session may have ended by itself.
  onError: (_error, _session, _result, { client }) => void client.invalidateQueries({ queryKey }),
})

/** Removes an ended session from the cache. @param ended null for all but the current one. */
export function showEnded(client: QueryClient, ended: Session | null): Promise<void> {
  return writeConfirmed(client, queryKey, (sessions) =>
    sessions.filter(({ session_id, is_current }) =>
      ended ? session_id !== ended.session_id : is_current,
    ),
  )
}
