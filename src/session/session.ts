import { clearStoredSession, readStoredSession, storeSession } from '../api/tokens'

/** Who is signed in, as far as the browser knows; the server decides what they may do (D7). */
interface CurrentSession {
  isAdmin: boolean
}

/** Holds the refresh token of a session that must not outlive the browser (D10). */
const notKeptKey = 'sessionNotKept'
const browserRunCookie = 'orglens-browser-run'

/** @returns null when signed out. */
export function currentSession(): CurrentSession | null {
  const session = readStoredSession()
  return session && { isAdmin: session.isOrganizationAdmin }
}

/**
 * Keeps a session that the server has just granted.
 * @param keep false: the session ends with the browser ('Keep me logged in' unticked, D10).
 */
export function startSession(
  answer: { access: string; refresh: string; is_organization_admin: boolean },
  keep: boolean,
): void {
  if (keep) {
    localStorage.removeItem(notKeptKey)
  } else {
    // No expiry: the browser forgets the cookie when it ends.
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
    document.cookie = `${browserRunCookie}=1; path=/; samesite=strict`
    localStorage.setItem(notKeptKey, answer.refresh)
  }
  storeSession({
    accessToken: answer.access,
    refreshToken: answer.refresh,
    isOrganizationAdmin: answer.is_organization_admin,
  })
}

/** Forgets the session; what else follows from that is the caller's. */
export function endSession(): void {
  clearStoredSession()
  localStorage.removeItem(notKeptKey)
}

/**
 * Ends a session of an earlier browser run that was not to be kept (D10). Runs before anything
 * reads the session. Tokens put there by other means don't carry the mark and are left alone.
 */
export function endSessionOfEarlierBrowserRun(): void {
  try {
    const notKept = localStorage.getItem(notKeptKey)
    if (notKept === null || notKept !== readStoredSession()?.refreshToken) return
    const sameRun = document.cookie.split('; ').includes(`${browserRunCookie}=1`)
    if (!sameRun) endSession()
  } catch {
    // Storage is blocked: there is no session to end.
  }
}
