import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import {
  adoptStoredSession,
  invalidateAccessToken,
  onSessionRejected,
  pageSessionStatus,
} from '../api/page-session'
import { isStoredSession, removesAccessToken } from '../api/tokens'
import { keepDrafts } from '../ui/forms/unsaved-text'
import { showToast } from '../ui/toasts/toast'
import { hearFarewell, sayFarewell } from './farewell'
import { leaveSession, reloadPage } from './leave-session'
import { endSession } from './session'

/**
 * Follows the session: an expired one leads to the sign-in with a toast (D11), signing out in one tab signs
 * out the others (D12), and another sign-in reloads the app (D48).
 * @returns a function that stops it.
 */
export function followSession(router: RegisteredRouter, queryClient: QueryClient): () => void {
  async function leave() {
    keepDrafts()
    // The guards see that nobody is signed in and remember where the user was (D4).
    await leaveSession(queryClient, () => router.invalidate())
  }
  return watchSession({
    expired: (farewell) => {
      if (farewell !== undefined) sayFarewell(farewell)
      else showToast('error', 'Your session has expired. Please sign in again.')
      endSession()
      void leave()
    },
    signedOutElsewhere: () => void leave(),
    outdated: reloadPage,
  })
}

interface SessionListeners {
  /**
   * The server rejected the refresh token: the session is over (D11).
   * @param farewell why its account was deleted; undefined: it wasn't (D100).
   */
  expired: (farewell: string | undefined) => void
  /** Another tab signed out (D12). */
  signedOutElsewhere: () => void
  /** The page shows another session's content: reload it (D48). */
  outdated: () => void
}

/** Makes the stored session the page's, and reports changes from outside. @returns a function that stops it. */
function watchSession(listeners: SessionListeners): () => void {
  adoptStoredSession()
  const stopWaiting = onSessionRejected(({ session, farewell }) => {
    // Another session may be stored by now; that one wasn't refused (D48).
    if (isStoredSession(session)) listeners.expired(farewell)
  })
  const onStorage = (event: StorageEvent) => {
    hearFarewell(event)
    const status = pageSessionStatus()
    if (status === 'ended' && removesAccessToken(event)) listeners.signedOutElsewhere()
    if (status === 'replaced') {
      invalidateAccessToken()
      listeners.outdated()
    }
  }
  // The back/forward cache restores a page as it was left. It stays hidden until its session is checked.
  const { style } = document.documentElement
  let focused: Element | null = null
  const onPageHide = () => {
    focused = document.activeElement
    style.visibility = 'hidden'
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    if (pageSessionStatus() !== 'unchanged') return listeners.outdated()
    style.visibility = ''
    // A hidden element may have lost the focus.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pagehide', onPageHide)
  window.addEventListener('pageshow', onPageShow)
  return () => {
    stopWaiting()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pagehide', onPageHide)
    window.removeEventListener('pageshow', onPageShow)
  }
}
