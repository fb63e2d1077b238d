import type { ResponseOf } from '../../contract/calls'
import type { Caller } from '../api/caller'
import { HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import { withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { endSessions } from '../auth/session'
import { byUser } from '../people/author'
import { above, remove } from '../store/change'
import { type Entry, entryOf } from '../store/entry'

type Self = Pick<Caller, 'user' | 'organisation' | 'sessionId'>

/** @returns the caller's sessions for the wire: the current one first, then by last activity. */
export async function listSessions(
  { store, clock }: Services,
  { user, sessionId }: Self,
): Promise<ResponseOf<'getSessions'>> {
  const sessions = (
    await store.all('sessions', { userId: user.id, expiresAt: above(clock()) })
  ).map(({ id, browser, network, createdAt, lastActiveAt, isByPasskey }) => ({
    session_id: id,
    browser,
    network,
    signed_in_at: createdAt.toISOString(),
    last_active_at: lastActiveAt.toISOString(),
    is_current: id === sessionId,
    ...(isByPasskey && { is_by_passkey: true }),
  }))
  return {
    sessions: sessions.sort(
      (one, other) =>
        Number(other.is_current) - Number(one.is_current) ||
        Date.parse(other.last_active_at) - Date.parse(one.last_active_at),
    ),
  }
}

/**
 * Ends one of the caller's sessions. Ending the current one is logging out.
 * @throws HttpError 404 if the caller has no such session.
 */
export async function endOneSession(
  services: Services,
  caller: Self,
  network: Network,
  endedId: string,
): Promise<void> {
  const { store, clock } = services
  const { user, organisation, sessionId } = caller
  const now = clock()
  const where = { id: endedId, userId: user.id, expiresAt: above(now) }
  if (!(await store.one('sessions', where)))
    throw new HttpError(404, 'You have no such session. It may have already ended.')
  if (endedId === sessionId) return void (await store.save(remove('sessions', { id: endedId })))
  const entry = entryOf(now, organisation.id, byUser(user, network), 'sessions-ended')
  await endCounted(services, caller, { only: endedId }, entry)
}

/** Ends all of the caller's sessions but the current one. */
export async function endOtherSessions(
  services: Services,
  caller: Self,
  network: Network,
): Promise<void> {
  const { user, organisation, sessionId } = caller
  const author = byUser(user, network)
  const entry = entryOf(services.clock(), organisation.id, author, 'sessions-ended')
  await endCounted(services, caller, { except: sessionId }, entry)
}

/**
 * Ends sessions of the caller. Counts against the limit only if there were any.
 * @throws HttpError 429 after too many times.
 */
async function endCounted(
  services: Services,
  caller: Self,
  ended: { only: string } | { except: string },
  entry: Entry,
): Promise<void> {
  const { id } = caller.user
  const end = () => endSessions(services.store, caller, id, ended, entry)
  await withRateLimit(services, 'endSessions', { user: id }, end, {
    isFree: (count) => count === 0,
    why: 'You have ended sessions too often today. A new password ends all others.',
  })
}
