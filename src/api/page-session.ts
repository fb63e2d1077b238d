import { sessionError } from './errors'
import { readStoredSession, type StoredSession, sessionIdentity } from './tokens'

/**
 * The session that this page's content belongs to (D48), by its identity; null while it shows nothing
 * of any. It is in memory, because what is stored may be somebody else's by now: all tabs share it.
 */
let pageSession: string | null = null

/** What has become of the page's session. */
type Standing =
  /** It is the one that is stored, or there was none and still is none. */
  | 'unchanged'
  /** There was none, and there is one now. */
  | 'begun'
  /** It has ended, and none has followed. */
  | 'ended'
  /** Another one has followed. */
  | 'replaced'

/** Compares the page's session with the one that is stored now. */
export function pageSessionStanding(): Standing {
  const stored = readStoredSession()
  if (!pageSession) return stored ? 'begun' : 'unchanged'
  if (!stored) return 'ended'
  return sessionIdentity(stored) === pageSession ? 'unchanged' : 'replaced'
}

/** From here on the page's content belongs to the session that is stored. */
export function joinStoredSession(): void {
  const stored = readStoredSession()
  pageSession = stored && sessionIdentity(stored)
}

/** Nothing of a session is left in the page: it may join the next one. */
export function leavePageSession(): void {
  pageSession = null
}

/**
 * The session for a call of this page. A page without one joins the one that has begun elsewhere.
 * @returns null when signed out.
 * @throws ApiError when the page's session is no longer the one that is stored (D48).
 */
export function sessionForCall(): StoredSession | null {
  const standing = pageSessionStanding()
  if (standing === 'ended' || standing === 'replaced') throw sessionError()
  if (standing === 'begun') joinStoredSession()
  return readStoredSession()
}

/** Whether the page's content still belongs to a session that a call began in. */
export function isPageSession(session: StoredSession): boolean {
  return pageSession === sessionIdentity(session)
}

let onSessionRejected: (session: StoredSession) => void = () => {}

/** Registers what happens when the server rejects a session's refresh token: it is over (D11). */
export function whenSessionIsRejected(listener: (session: StoredSession) => void): void {
  onSessionRejected = listener
}

/** To be called when it does. */
export function sessionIsRejected(session: StoredSession): void {
  onSessionRejected(session)
}
