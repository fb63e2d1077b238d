import { joinStoredSession, pageSessionStanding } from '../api/page-session'
import { whenSessionIsRejected, withdrawAccessToken } from '../api/refresh'
import { isStoredSession, removesAccessToken } from '../api/tokens'
import { endSession } from './session'

interface SessionListeners {
  /** The server rejected the refresh token: the session is over (D11). */
  expired: () => void
  /** Another tab signed out (D12). */
  signedOutElsewhere: () => void
  /** Another tab signed in as somebody: what this tab shows may be somebody else's. */
  signedInElsewhere: () => void
}

/**
 * Lets the page belong to the session that is stored, and tells what happens to that from outside.
 * @returns a function that stops it.
 */
export function watchSession(listeners: SessionListeners): () => void {
  joinStoredSession()
  whenSessionIsRejected((session) => {
    // What has taken its place meanwhile was not refused (D48).
    if (!isStoredSession(session)) return
    endSession()
    listeners.expired()
  })
  const onStorage = (event: StorageEvent) => {
    const standing = pageSessionStanding()
    if (standing === 'ended' && removesAccessToken(event)) listeners.signedOutElsewhere()
    if (standing === 'replaced') {
      withdrawAccessToken()
      listeners.signedInElsewhere()
    }
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
