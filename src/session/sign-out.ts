import { pageSessionStanding } from '../api/page-session'
import { send } from '../api/send'
import { readStoredSession } from '../api/tokens'
import { basePath } from '../lib/base-path'
import { settings } from '../settings'
import { endSession } from './session'

/** How long the server may keep one from being gone, in ms (D44). */
const patience = 1_000

/**
 * Signs out: here and in the other tabs (D12) at once, then on the server where it can be (D44). Loads
 * the app anew, so that nothing of the session stays in memory (D10).
 */
export async function signOut(): Promise<void> {
  // What another tab has begun a moment ago isn't this page's to end (D48).
  if (pageSessionStanding() !== 'replaced') {
    const refreshToken = readStoredSession()?.refreshToken
    forgetSession()
    // Nothing is left to see, neither now nor for the back/forward cache to bring back.
    document.body.replaceChildren()
    if (refreshToken && settings.extensions.includes('logout')) {
      await Promise.race([tellServer(refreshToken), passing(patience)])
    }
  }
  window.location.replace(`${basePath}/signin`)
}

function forgetSession(): void {
  try {
    endSession()
  } catch (error) {
    console.error('Logout failed', error)
  }
}

async function tellServer(refresh: string): Promise<void> {
  try {
    await send('logout', { refresh }, null, { keepalive: true })
  } catch (error) {
    console.error('Logout failed', error)
  }
}

function passing(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time))
}
