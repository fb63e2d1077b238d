import { pageState } from '../lib/page-state'
import { sessionError } from './errors'
import { readStoredSession, type StoredSession, sessionIdentity, storeAccessToken } from './tokens'

/**
 * The identity of the session that this page's content belongs to (D48); null while there is none. Kept in
 * memory: all tabs share the storage, which may hold another session by now.
 */
const pageSession = pageState<string | null>('session', null)

/** The page's session, compared with the one that is stored. */
type SessionStatus =
  /** Both are the same session, or neither exists. */
  | 'unchanged'
  /** The page had none; one is stored now. */
  | 'started'
  /** None is stored any more. */
  | 'ended'
  /** Another one is stored. */
  | 'replaced'

export function pageSessionStatus(): SessionStatus {
  const stored = readStoredSession()
  if (!pageSession.get()) return stored ? 'started' : 'unchanged'
  if (!stored) return 'ended'
  return sessionIdentity(stored) === pageSession.get() ? 'unchanged' : 'replaced'
}

/** Makes the stored session the page's. */
export function adoptStoredSession(): void {
  const stored = readStoredSession()
  pageSession.set(stored && sessionIdentity(stored))
}

/** Forgets the page's session, once nothing of it shows: the page may adopt the next one. */
export function clearPageSession(): void {
  pageSession.set(null)
}

/**
 * The session for a call of this page. A page without one adopts a session that another tab started.
 * @returns null when signed out.
 * @throws ApiError when the page's session is no longer the one that is stored (D48).
 */
export function sessionForCall(): StoredSession | null {
  const status = pageSessionStatus()
  if (status === 'ended' || status === 'replaced') throw sessionError()
  if (status === 'started') adoptStoredSession()
  return readStoredSession()
}

/** Whether the page's content still belongs to a session. */
export function isPageSession(session: StoredSession): boolean {
  return pageSession.get() === sessionIdentity(session)
}

/** A session whose refresh token the server refused; `farewell`: why its account was deleted, if it was. */
interface RejectedSession {
  session: StoredSession
  farewell: string | undefined
}

const rejected = pageState<RejectedSession | null>('rejected session', null)

/**
 * Calls a listener when the server rejects a session's refresh token: the session is over (D11).
 * @returns a function that removes the listener.
 */
export function onSessionRejected(listener: (rejected: RejectedSession) => void): () => void {
  return rejected.subscribe(() => {
    const last = rejected.get()
    if (last) listener(last)
  })
}

/** Tells the listeners. */
export function reportRejectedSession(session: StoredSession, farewell?: string): void {
  rejected.set({ session, farewell })
}

const renewed = pageState<string | null>('renewed access token', null)

/** Stores an access token that a refresh brought. */
export function storeRenewedToken(accessToken: string): void {
  storeAccessToken(accessToken)
  renewed.set(accessToken)
}

/**
 * Call it when another tab started another session. Tabs see each other's writes late: an access token that
 * this tab stored meanwhile would let the new session act as the old one. An invalid token makes the new
 * session refresh its own.
 */
export function invalidateAccessToken(): void {
  const stored = readStoredSession()
  if (stored?.refreshToken && stored.accessToken === renewed.get()) storeAccessToken('invalidated')
}
