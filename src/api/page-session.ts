import { pageState } from '../lib/page-state'
import { sessionError } from './errors'
import {
  accessTokenFrom,
  type StoredSession,
  sessionIdentity,
  storeAccessToken,
  storedSession,
  storeRole,
} from './stored-session'

/**
 * The identity of the session that this page's content belongs to (D48); null while there is none. Kept in
 * memory: all tabs share the storage, which may hold another session by now.
 */
const pageSession = pageState<string | null>('session', null)

/** Compares the session in storage with the page's. They are also `unchanged` if there is neither. */
export function pageSessionStatus(): 'unchanged' | 'started' | 'ended' | 'replaced' {
  const stored = storedSession()
  if (!pageSession.get()) return stored ? 'started' : 'unchanged'
  if (!stored) return 'ended'
  return sessionIdentity(stored) === pageSession.get() ? 'unchanged' : 'replaced'
}

export function adoptStoredSession(): void {
  const stored = storedSession()
  pageSession.set(stored && sessionIdentity(stored))
}

/** Forgets the page's session, once nothing of it shows: the page may adopt the next one. */
export function clearPageSession(): void {
  pageSession.set(null)
}

/**
 * The session for a call of this page. A page without one adopts a session that another tab started.
 * @returns null when signed out.
 * @throws ApiError when the page's session is no longer the one that is stored.
 */
export function sessionForCall(): StoredSession | null {
  const status = pageSessionStatus()
  if (status === 'ended' || status === 'replaced') throw sessionError()
  if (status === 'started') adoptStoredSession()
  return storedSession()
}

/** Whether the page's content still belongs to a session. */
export function isPageSession(session: StoredSession): boolean {
  return pageSession.get() === sessionIdentity(session)
}

/** Stores whether the user is an admin. @returns false, and stores nothing, in another session. */
export function setRole(isAdmin: boolean): boolean {
  if (pageSessionStatus() !== 'unchanged') return false
  storeRole(isAdmin)
  return true
}

const renewed = pageState<string | null>('renewed access token', null)

export function storeRenewedToken(accessToken: string): void {
  storeAccessToken(accessToken)
  renewed.set(accessToken)
}

/**
 * Restores the access token of a new session that another tab has stored. Call it with the storage event. Tabs see each
 * other's writes late: this tab may have overwritten the new session's token by the old session's, and the new session
 * would act as the old one.
 */
export function restoreNewAccessToken(event: StorageEvent): void {
  const theirs = accessTokenFrom(event)
  if (theirs && storedSession()?.accessToken === renewed.get()) storeAccessToken(theirs)
}
