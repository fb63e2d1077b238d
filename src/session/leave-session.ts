import type { QueryClient } from '@tanstack/react-query'
import { clearPageSession } from '../api/page-session'
import { keepUnsavedText } from '../ui/forms/unsaved-text'
import { currentSession } from './session'

/**
 * Takes the page out of a session that is over without loading it anew: its screens go, and then
 * every answer that is cached.
 * @param go leads to the sign-in.
 */
export async function leaveSession(queryClient: QueryClient, go: () => Promise<void>) {
  try {
    await go()
  } finally {
    // Not before: screens that still show would fetch again what they miss.
    queryClient.clear()
    // Signed in again while the screens were going.
    if (currentSession()) loadAnew()
    else clearPageSession()
  }
}

/** What was typed belongs to the session that is gone: nobody is asked about it. */
export function loadAnew(): void {
  keepUnsavedText()
  window.location.reload()
}
