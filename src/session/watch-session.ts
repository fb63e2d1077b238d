import { whenSessionIsRejected } from '../api/refresh'
import { sessionChangeOf } from '../api/tokens'
import { endSession } from './session'

interface SessionListeners {
  /** The server rejected the refresh token: the session is over (D11). */
  expired: () => void
  /** Another tab signed out (D12). */
  signedOutElsewhere: () => void
  /** Another tab signed in as somebody: what this tab shows may be somebody else's. */
  signedInElsewhere: () => void
}

/** Tells what happens to the session from outside. @returns a function that stops it. */
export function watchSession(listeners: SessionListeners): () => void {
  whenSessionIsRejected(() => {
    endSession()
    listeners.expired()
  })
  const onStorage = (event: StorageEvent) => {
    const change = sessionChangeOf(event)
    if (change === 'signed-out') listeners.signedOutElsewhere()
    if (change === 'other-session') listeners.signedInElsewhere()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
