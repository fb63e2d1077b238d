import { pageState } from '../lib/page-state'
import { ApiError, sessionError } from './errors'
import { storeRenewedToken } from './page-session'
import {
  isStoredSession,
  type StoredSession,
  sessionIdentity,
  storedSession,
} from './stored-session'

/** The session whose refresh token the server refused (D11). */
interface RejectedSession {
  session: StoredSession
  /** The reason why its account was deleted; undefined if it wasn't. */
  goodbyeMessage: string | undefined
}

declare global {
  interface WindowEventMap {
    sessionrejected: CustomEvent<RejectedSession>
  }
}

type Renew = (refreshToken: string) => Promise<string>

const inFlight = pageState<{ identity: string; access: Promise<string> } | null>(
  'refresh in flight',
  null,
)

/**
 * Gets an access token newer than the one just refused, of the same session. One refresh runs at a time:
 * calls in this tab share it; tabs lock each other out and read storage again first.
 * @param session as it was when a call was refused.
 * @param renew exchanges the refresh token for a new access token.
 * @returns the new access token, already stored.
 * @throws ApiError of the refresh, logged, when it fails; one of kind `session` when another session, or
 *   none, is stored by now (D48).
 */
export function refreshAccessToken(session: StoredSession, renew: Renew): Promise<string> {
  const identity = sessionIdentity(session)
  const shared = inFlight.get()
  if (shared?.identity === identity) return shared.access
  const own = withLock(() => refresh(session, renew)).finally(() => {
    if (inFlight.get()?.access === own) inFlight.set(null)
  })
  inFlight.set({ identity, access: own })
  return own
}

async function withLock(task: () => Promise<string>): Promise<string> {
  // Browsers have no locks on plain http, except on loopback hosts.
  return navigator.locks ? await navigator.locks.request('orglens-token-refresh', task) : task()
}

async function refresh(session: StoredSession, renew: Renew): Promise<string> {
  if (!isStoredSession(session)) throw sessionError()
  const stored = storedSession()
  if (stored && stored.accessToken !== session.accessToken) return stored.accessToken
  let access: string
  try {
    if (!session.refreshToken) {
      throw new ApiError('there is no refresh token', { kind: 'http', status: 401 })
    }
    access = await renew(session.refreshToken)
    if (isStoredSession(session)) storeRenewedToken(access)
  } catch (error) {
    console.error('Token refresh failed', error)
    if (isRejection(error)) {
      const goodbyeMessage = error.code === 'account_deleted' ? error.serverText : undefined
      const detail: RejectedSession = { session, goodbyeMessage }
      window.dispatchEvent(new CustomEvent('sessionrejected', { detail }))
    }
    throw error
  }
  // The user signed out or another one signed in meanwhile.
  if (!isStoredSession(session)) throw sessionError()
  return access
}

/** Whether the server refused the refresh token for good, rather than being busy or away. */
function isRejection(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status === undefined) return false
  const { status } = error
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
