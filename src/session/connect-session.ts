import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { leavePageSession } from '../api/page-session'
import { giveUpUnsavedText } from '../ui/forms/unsaved-text'
import { showToast } from '../ui/toasts/toast'
import { currentSession } from './session'
import { watchSession } from './watch-session'

/**
 * Lets the app follow its session: an expired one leads to the sign-in with a toast (D11), signing
 * out in one tab signs out the others (D12), and another sign-in loads the app anew (D48).
 * @returns a function that ends the connection.
 */
export function connectSession(router: RegisteredRouter, queryClient: QueryClient): () => void {
  async function leave() {
    try {
      // The guards see that nobody is signed in and remember where the user was (D4).
      await router.invalidate()
    } finally {
      // Not before: screens that still show would fetch again what they miss.
      queryClient.clear()
      // Signed in again while the screens were going.
      if (currentSession()) loadAnew()
      else leavePageSession()
    }
  }
  return watchSession({
    expired: () => {
      void leave()
      void showToast('error', 'Your session has expired. Please sign in again.')
    },
    signedOutElsewhere: () => void leave(),
    outdated: loadAnew,
  })
}

/** What was typed belongs to the session that is gone: nobody is asked about it. */
function loadAnew(): void {
  giveUpUnsavedText()
  window.location.reload()
}
