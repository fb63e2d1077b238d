import { pageState } from '../lib/page-state'
import { sessionError } from './errors'
import { readStoredSession, type StoredSession, sessionIdentity, storeAccessToken } from './tokens'

/**
 * The session that this page's content belongs to (D48), by its identity; null while it shows nothing
 * of any. It is in memory, because what is stored may be somebody else's by now: all tabs share it.
 */
const pageSession = pageState<string | null>('session', null)

/** What has become of the page's session. */
type SessionStatus =
  /** It is the one that is stored, or there was none and still is none. */
  | 'unchanged'
  /** There was none, and there is one now. */
  | 'started'
  /** It has ended, and none has followed. */
  | 'ended'
  /** Another one has followed. */
  | 'replaced'

/** Compares the page's session with the one that is stored now. */
export function pageSessionStatus(): SessionStatus {
  const stored = readStoredSession()
  if (!pageSession.get()) return stored ? 'started' : 'unchanged'
  if (!stored) return 'ended'
  return sessionIdentity(stored) === pageSession.get() ? 'unchanged' : 'replaced'
}

/** From here on the page's content belongs to the session that is stored. */
export function adoptStoredSession(): void {
  const stored = readStoredSession()
  pageSession.set(stored && sessionIdentity(stored))
}

/** Nothing of a session is left in the page: it may join the next one. */
export function clearPageSession(): void {
  pageSession.set(null)
}

/**
 * The session for a call of this page. A page without one joins the one that has begun elsewhere.
 * @returns null when signed out.
 * @throws ApiError when the page's session is no longer the one that is stored (D48).
 */
export function sessionForCall(): StoredSession | null {
  const status = pageSessionStatus()
  if (status === 'ended' || status === 'replaced') throw sessionError()
  if (status === 'started') adoptStoredSession()
  return readStoredSession()
}

/** Whether the page's content still belongs to a session that a call began in. */
export function isPageSession(session: StoredSession): boolean {
  return pageSession.get() === sessionIdentity(session)
}

const rejected = pageState<StoredSession | null>('rejected session', null)

/**
 * Registers what happens when the server rejects a session's refresh token: it is over (D11).
 * @returns a function that ends it.
 */
export function onSessionRejected(listener: (session: StoredSession) => void): () => void {
  return rejected.subscribe(() => {
    const session = rejected.get()
    if (session) listener(session)
  })
}

/** To be called when it does. */
export function reportRejectedSession(session: StoredSession): void {
  rejected.set(session)
}

const renewed = pageState<string | null>('renewed access token', null)

/** Stores an access token that a refresh brought. */
export function storeRenewedToken(accessToken: string): void {
  storeAccessToken(accessToken)
  renewed.set(accessToken)
}

/**
 * To be called when another tab has begun another session. Tabs see each other's writing a moment
 * late: an access token that this one stored in that moment would let the new session act as the old
 * one. Something that is no token makes the new session fetch its own.
 */
export function invalidateAccessToken(): void {
  const stored = readStoredSession()
  if (stored?.refreshToken && stored.accessToken === renewed.get()) storeAccessToken('invalidated')
}
