/**
 * The session's three keys in local storage (D10; specification, section 3). Where the browser blocks
 * storage, nobody is signed in.
 */
const accessTokenKey = 'accessToken'
const refreshTokenKey = 'refreshToken'
const organizationAdminKey = 'isOrganizationAdmin'

export interface StoredSession {
  accessToken: string
  refreshToken: string | null
  isOrganizationAdmin: boolean
}

/** @returns null when signed out, that is, when there is no access token (D10). */
export function readStoredSession(): StoredSession | null {
  try {
    const accessToken = localStorage.getItem(accessTokenKey)
    if (!accessToken) return null
    return {
      accessToken,
      refreshToken: localStorage.getItem(refreshTokenKey),
      isOrganizationAdmin: localStorage.getItem(organizationAdminKey) === 'true',
    }
  } catch {
    return null
  }
}

/** Identifies a session, however often its access token is renewed (D48). */
export function sessionIdentity({ refreshToken, accessToken }: StoredSession): string {
  return refreshToken ?? accessToken
}

/** Whether a session is still the one that is stored. */
export function isStoredSession(session: StoredSession): boolean {
  const stored = readStoredSession()
  return stored !== null && sessionIdentity(stored) === sessionIdentity(session)
}

/**
 * Stores a session in place of any other. Other tabs may read between two writes: the order never shows
 * them one session's access token beside another's refresh token, nor nobody signed in.
 * @throws DOMException when the browser blocks storage or it is full.
 */
export function storeSession(session: {
  accessToken: string
  refreshToken: string
  isOrganizationAdmin: boolean
}): void {
  localStorage.removeItem(refreshTokenKey)
  localStorage.setItem(organizationAdminKey, String(session.isOrganizationAdmin))
  localStorage.setItem(accessTokenKey, session.accessToken)
  localStorage.setItem(refreshTokenKey, session.refreshToken)
}

/** Replaces the stored session's access token. */
export function storeAccessToken(accessToken: string): void {
  localStorage.setItem(accessTokenKey, accessToken)
}

/** Whether the user of the session that is stored is an admin now. */
export function storeRole(isOrganizationAdmin: boolean): void {
  localStorage.setItem(organizationAdminKey, String(isOrganizationAdmin))
}

/** @throws DOMException when the browser blocks storage. */
export function clearStoredSession(): void {
  localStorage.removeItem(accessTokenKey)
  localStorage.removeItem(refreshTokenKey)
  localStorage.removeItem(organizationAdminKey)
}

/** Whether another tab removed the access token: somebody signed out there. */
export function removesAccessToken({ key, newValue }: StorageEvent): boolean {
  return key === null || (key === accessTokenKey && newValue === null)
}
