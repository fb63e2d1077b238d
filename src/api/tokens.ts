/**
 * The session as it is kept: three keys of local storage (D10; specification, section 3). Storage
 * may be blocked by the browser; then nobody is signed in.
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

/** @throws DOMException when the browser blocks storage or it is full. */
export function storeSession(session: {
  accessToken: string
  refreshToken: string
  isOrganizationAdmin: boolean
}): void {
  localStorage.setItem(refreshTokenKey, session.refreshToken)
  localStorage.setItem(organizationAdminKey, String(session.isOrganizationAdmin))
  localStorage.setItem(accessTokenKey, session.accessToken)
}

export function storeAccessToken(accessToken: string): void {
  localStorage.setItem(accessTokenKey, accessToken)
}

/** @throws DOMException when the browser blocks storage. */
export function clearStoredSession(): void {
  localStorage.removeItem(accessTokenKey)
  localStorage.removeItem(refreshTokenKey)
  localStorage.removeItem(organizationAdminKey)
}

/** What a change of storage made by another tab means for this one. */
export function sessionChangeOf(event: StorageEvent): 'signed-out' | 'other-session' | null {
  const cleared = event.key === null
  if (cleared || (event.key === accessTokenKey && event.newValue === null)) return 'signed-out'
  // A refresh changes the access token only; a new refresh token is another sign-in.
  const replaced = event.oldValue !== null && event.newValue !== null
  if (event.key === refreshTokenKey && replaced) return 'other-session'
  return null
}
