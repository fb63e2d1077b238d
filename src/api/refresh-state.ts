import { readStoredSession, type StoredSession, storeAccessToken } from './tokens'

type Rejected = (session: StoredSession) => void

let onSessionRejected: Rejected = () => {}
/** The access token that this page stored last. */
let lastStored: string | null = null

/** Registers what happens when the server rejects a session's refresh token: it is over (D11). */
export function whenSessionIsRejected(listener: Rejected): void {
  onSessionRejected = listener
}

/** To be called when it does. */
export function sessionIsRejected(session: StoredSession): void {
  onSessionRejected(session)
}

/** Stores an access token that a refresh brought. */
export function keepAccessToken(accessToken: string): void {
  storeAccessToken(accessToken)
  lastStored = accessToken
}

/**
 * To be called when another tab has begun another session. Tabs see each other's writing a moment
 * late: an access token that this one stored in that moment would let the new session act as the old
 * one. Something that is no token makes the new session fetch its own.
 */
export function withdrawAccessToken(): void {
  const stored = readStoredSession()
  if (stored?.refreshToken && stored.accessToken === lastStored) storeAccessToken('withdrawn')
}
