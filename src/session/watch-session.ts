import { joinStoredSession, pageSessionStanding, whenSessionIsRejected } from '../api/page-session'
import { isStoredSession, removesAccessToken, withdrawAccessToken } from '../api/tokens'
import { endSession } from './session'

interface SessionListeners {
  /** The server rejected the refresh token: the session is over (D11). */
  expired: () => void
  /** Another tab signed out (D12). */
  signedOutElsewhere: () => void
  /** What the page shows belongs to a session that is over: it must be loaded anew (D48). */
  outdated: () => void
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
      listeners.outdated()
    }
  }
  // The back/forward cache brings a page back as it was left, whatever has happened since; nothing of
  // it may be seen before that is known.
  const { style } = document.documentElement
  let focused: Element | null = null
  const onPageHide = () => {
    focused = document.activeElement
    style.visibility = 'hidden'
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    if (pageSessionStanding() !== 'unchanged') return listeners.outdated()
    style.visibility = ''
    // What is hidden loses the focus, if the browser has had the time to see it.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pagehide', onPageHide)
  window.addEventListener('pageshow', onPageShow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pagehide', onPageHide)
    window.removeEventListener('pageshow', onPageShow)
  }
}
