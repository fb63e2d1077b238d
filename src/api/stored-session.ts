/**
 * The session's three keys in local storage (D10; specification, section 3). Where the browser blocks
 * storage, nobody is signed in.
 */
const accessTokenKey = 'accessToken'
const refreshTokenKey = 'refreshToken'
const organizationAdminKey = 'isOrganizationAdmin'

/** The key that marks a session as ending with the browser, by its refresh token (D10). */
const notKeptKey = 'sessionNotKept'
const browserRunCookie = 'orglens-browser-run'

/** The signed-in user, as far as the browser knows. The server authorises (D7). */
export interface StoredSession {
  accessToken: string
  refreshToken: string | null
  isAdmin: boolean
}

export type User = 'nobody' | 'member' | 'admin'

/** @returns null when signed out, that is, when there is no access token. */
export function storedSession(): StoredSession | null {
  try {
    const accessToken = localStorage.getItem(accessTokenKey)
    if (!accessToken) return null
    return {
      accessToken,
      refreshToken: localStorage.getItem(refreshTokenKey),
      isAdmin: localStorage.getItem(organizationAdminKey) === 'true',
    }
  } catch {
    return null
  }
}

/** Returns the identity of a session, which stays when its access token is renewed (D48). */
export function sessionIdentity({ refreshToken, accessToken }: StoredSession): string {
  return refreshToken ?? accessToken
}

export function isStoredSession(session: StoredSession): boolean {
  const stored = storedSession()
  return stored !== null && sessionIdentity(stored) === sessionIdentity(session)
}

/**
 * Stores a new session in place of any other.
 * @param keep false: the session ends with the browser ('Keep me logged in' unticked, D10).
 * @throws DOMException when the browser blocks storage or it is full.
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
  // Other tabs may read between two writes. The order keeps them from seeing one session's access token with another's
  // refresh token, or no session at all.
  localStorage.removeItem(refreshTokenKey)
  storeRole(answer.is_organization_admin)
  storeAccessToken(answer.access)
  localStorage.setItem(refreshTokenKey, answer.refresh)
}

export function storeAccessToken(accessToken: string): void {
  localStorage.setItem(accessTokenKey, accessToken)
}

export function storeRole(isAdmin: boolean): void {
  localStorage.setItem(organizationAdminKey, String(isAdmin))
}

/** Removes the session from storage. @throws DOMException when the browser blocks storage. */
export function endSession(): void {
  localStorage.removeItem(accessTokenKey)
  localStorage.removeItem(refreshTokenKey)
  localStorage.removeItem(organizationAdminKey)
  localStorage.removeItem(notKeptKey)
}

/**
 * Ends a session of an earlier browser run that was not to be kept, before anything reads it. Tokens
 * stored by other means have no mark and stay.
 */
export function endSessionOfEarlierBrowserRun(): void {
  try {
    const notKept = localStorage.getItem(notKeptKey)
    if (notKept === null || notKept !== storedSession()?.refreshToken) return
    const sameRun = document.cookie.split('; ').includes(`${browserRunCookie}=1`)
    if (!sameRun) endSession()
  } catch {
    // Storage is blocked: there is no session to end.
  }
}

/** Whether an event means that another tab has signed out: it removed the access token. */
export function removesAccessToken({ key, newValue }: StorageEvent): boolean {
  return key === null || (key === accessTokenKey && newValue === null)
}

/** @returns the access token that another tab has stored, if the event is about one. */
export function accessTokenFrom({ key, newValue }: StorageEvent): string | null {
  return key === accessTokenKey ? newValue : null
}
