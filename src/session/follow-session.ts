import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import {
  adoptStoredSession,
  clearPageSession,
  pageSessionStatus,
  restoreNewAccessToken,
} from '../api/page-session'
import {
  endSession,
  isStoredSession,
  removesAccessToken,
  storedSession,
} from '../api/stored-session'
import { pageState } from '../lib/page-state'
import { tryStorage } from '../lib/try-storage'
import { removeQuestions } from '../ui/forms/unsaved-text'
import { showToast } from '../ui/toasts/toast'

/**
 * Makes the stored session the page's, and follows it: an expired one leads to the sign-in with a toast (D11),
 * signing out in one tab signs out the others (D48), and another sign-in reloads the app.
 * @returns a function that stops it.
 */
export function followSession(router: RegisteredRouter, queryClient: QueryClient): () => void {
  async function leave() {
    removeQuestions()
    // The guards see that nobody is signed in, and remember the user's page (D4).
    await leaveSession(queryClient, () => router.invalidate())
  }
  const listening = new AbortController()
  function on<Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
  ) {
    window.addEventListener(type, listener, { signal: listening.signal })
  }
  adoptStoredSession()
  on('sessionrejected', ({ detail: { session, goodbyeMessage: why } }) => {
    // If another session is stored by now, that one wasn't refused.
    if (!isStoredSession(session)) return
    if (why !== undefined) sayFarewell(why)
    else showToast('error', 'Your session has expired. Please sign in again.')
    endSession()
    void leave()
  })
  on('storage', (event) => {
    if (event.key === goodbyeKey && event.newValue) goodbyeMessage.set(event.newValue)
    const status = pageSessionStatus()
    if (status === 'ended' && removesAccessToken(event)) void leave()
    if (status === 'replaced') {
      restoreNewAccessToken(event)
      reloadPage()
    }
  })
  // The back/forward cache restores a page as it was left. It stays hidden until its session is checked.
  const { style } = document.documentElement
  let focused: Element | null = null
  on('pagehide', () => {
    focused = document.activeElement
    style.visibility = 'hidden'
  })
  on('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (pageSessionStatus() !== 'unchanged') return reloadPage()
    style.visibility = ''
    // A hidden element may have lost the focus.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  })
  return () => listening.abort()
}

/** Leaves an ended session without a reload: navigates by `go`, then clears the cache. */
export async function leaveSession(queryClient: QueryClient, go: () => Promise<void>) {
  try {
    await go()
  } finally {
    // Earlier, visible screens would fetch again.
    queryClient.clear()
    // Somebody has signed in again meanwhile.
    if (storedSession()) reloadPage()
    else clearPageSession()
  }
}

/** Reloads without asking about unsaved text. The text is kept: it belongs to the ended session. */
function reloadPage(): void {
  removeQuestions()
  window.location.reload()
}

/** The reason why the account of the ended session was deleted. The sign-in shows it. */
export const goodbyeMessage = pageState<string | null>('farewell', null)

/** The key of local storage that passes the message to other tabs. It is removed at once. */
const goodbyeKey = 'farewell'

function sayFarewell(text: string): void {
  goodbyeMessage.set(text)
  // If storage is full, the other tabs show the sign-in without the message.
  tryStorage(() => {
    localStorage.setItem(goodbyeKey, text)
    localStorage.removeItem(goodbyeKey)
  })
}
