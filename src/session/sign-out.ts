import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { pageSessionStatus } from '../api/page-session'
import { send } from '../api/send'
import { readStoredSession } from '../api/tokens'
import { basePath } from '../lib/base-path'
import { settings } from '../settings'
import { forgetKeptText } from '../ui/forms/kept-text'
import { leaveSession } from './leave-session'
import { endSession } from './session'

const signIn = `${basePath}/signin`

/** How long the server may keep one from being gone, in ms (D44). */
const logoutTimeout = 1_000

/** How long the site has to say that it can be reached, in ms: long enough for the slowest line. */
const siteTimeout = 5_000

/**
 * @returns a function that signs out: here and in the other tabs (D12) at once, then on the server
 *   where it can be (D44). It loads the app anew, so that nothing of the session stays in memory
 *   (D10). Where the site can't be reached, the browser would end on an error page of its own: there
 *   the app goes to the sign-in by itself.
 */
export function useSignOut(): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  return () => signOut(router, queryClient)
}

async function signOut(router: RegisteredRouter, queryClient: QueryClient): Promise<void> {
  // What another tab has begun a moment ago isn't this page's to end (D48).
  if (pageSessionStatus() !== 'replaced') {
    const refreshToken = readStoredSession()?.refreshToken
    clearSession()
    // Nothing is left to see, neither now nor for the back/forward cache to bring back.
    const shown = [...document.body.childNodes]
    document.body.replaceChildren()
    const isReachable = isSiteReachable()
    if (refreshToken && settings.extensions.includes('logout')) {
      await Promise.race([endSessionOnServer(refreshToken), sleep(logoutTimeout)])
    }
    if (!(await isReachable)) {
      const { style } = document.documentElement
      style.visibility = 'hidden'
      document.body.replaceChildren(...shown)
      await leaveSession(queryClient, () => router.navigate({ to: '/signin', replace: true }))
      style.visibility = ''
      return
    }
  }
  window.location.replace(signIn)
}

function clearSession(): void {
  forgetKeptText()
  try {
    endSession()
  } catch (error) {
    console.error('Logout failed', error)
  }
}

async function isSiteReachable(): Promise<boolean> {
  try {
    // Whatever it answers, it is there.
    await fetch(signIn, { method: 'HEAD', signal: AbortSignal.timeout(siteTimeout) })
    return true
  } catch {
    return false
  }
}

async function endSessionOnServer(refresh: string): Promise<void> {
  try {
    await send(null, 'logout', { refresh }, { keepalive: true })
  } catch (error) {
    console.error('Logout failed', error)
  }
}

function sleep(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time))
}
