import { clearStoredSession, readStoredSession, storeSession } from '../api/tokens'

/** Who is signed in, as far as the browser knows; the server authorises (D7). */
interface CurrentSession {
  isAdmin: boolean
}

/** The key of a session's refresh token that must not outlive the browser (D10). */
const notKeptKey = 'sessionNotKept'
const browserRunCookie = 'orglens-browser-run'

/** @returns null when signed out. */
export function currentSession(): CurrentSession | null {
  const session = readStoredSession()
  return session && { isAdmin: session.isOrganizationAdmin }
}

/**
 * Stores a new session.
 * @param keep false: the session ends with the browser ('Keep me logged in' unticked, D10).
 */
export function startSession(
  answer: { access: string; refresh: string; is_organization_admin: boolean },
  keep: boolean,
): void {
  if (keep) {
    localStorage.removeItem(notKeptKey)
  } else {
    const secure = location.protocol === 'https:' ? '; secure' : ''
    // A session cookie: the browser drops it when it closes.
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
    document.cookie = `${browserRunCookie}=1; path=/; samesite=strict${secure}`
    localStorage.setItem(notKeptKey, answer.refresh)
  }
  storeSession({
    accessToken: answer.access,
    refreshToken: answer.refresh,
    isOrganizationAdmin: answer.is_organization_admin,
  })
}

/** Removes the session from storage. */
export function endSession(): void {
  clearStoredSession()
  localStorage.removeItem(notKeptKey)
}

/**
 * Ends a session of an earlier browser run that was not to be kept (D10), before anything reads it. Tokens
 * stored by other means have no mark and stay.
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
