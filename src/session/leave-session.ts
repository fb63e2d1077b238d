import type { QueryClient } from '@tanstack/react-query'
import { clearPageSession } from '../api/page-session'
import { keepDrafts } from '../ui/forms/unsaved-text'
import { currentSession } from './session'

/** Leaves an ended session without a reload: navigates by `go`, then clears the cache. */
export async function leaveSession(queryClient: QueryClient, go: () => Promise<void>) {
  try {
    await go()
  } finally {
    // Not earlier: screens that still show would fetch again.
    queryClient.clear()
    // Signed in again meanwhile.
    if (currentSession()) reloadPage()
    else clearPageSession()
  }
}

/** Reloads without asking about unsaved text, which belongs to the ended session and is kept. */
export function reloadPage(): void {
  keepDrafts()
  window.location.reload()
}
