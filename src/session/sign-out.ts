import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { pageSessionStatus } from '../api/page-session'
import { send } from '../api/send'
import { endSession, storedSession } from '../api/stored-session'
import { basePath } from '../lib/base-path'
import { settings } from '../settings'
import { deleteDrafts, removeQuestions } from '../ui/forms/unsaved-text'
import { leaveSession } from './follow-session'

const signIn = `${basePath}/signin`

/** Milliseconds for which logging out waits for the server. */
const logoutTimeout = 1_000

/** Milliseconds without an answer after which the site counts as unreachable. */
const siteTimeout = 5_000

/**
 * @returns a function that signs out, here and in other tabs (D48) at once, then on the server. It
 *   reloads the app, so that nothing of the session stays in memory (D10). Where the site can't be reached,
 *   it shows the sign-in without a reload, which would end on the browser's error page.
 */
export function useSignOut(): () => Promise<void> {
  const showSignIn = useShowSignIn()
  return async () => {
    // A session that another tab has just started must not be ended by this page.
    if (pageSessionStatus() !== 'replaced') {
      const refreshToken = storedSession()?.refreshToken
      deleteDrafts()
      try {
        endSession()
      } catch (error) {
        logFailure(error)
      }
      // Empties the page, also for the back/forward cache.
      const shown = [...document.body.childNodes]
      document.body.replaceChildren()
      const isReachable = isSiteReachable()
      if (refreshToken && settings.isOurServer) {
        const ended = send(null, 'logout', { refresh: refreshToken }, { keepalive: true })
        const timeout = new Promise((resolve) => setTimeout(resolve, logoutTimeout))
        await Promise.race([ended.catch(logFailure), timeout])
      }
      if (!(await isReachable)) {
        const { style } = document.documentElement
        style.visibility = 'hidden'
        document.body.replaceChildren(...shown)
        await showSignIn()
        style.visibility = ''
        return
      }
    }
    window.location.replace(signIn)
  }
}

/**
 * @returns a function for a deleted account: forgets the session and all input, here and in
 * other tabs, and shows the sign-in. Without a reload, so that a toast can report it.
 */
export function useForgetSession(): () => Promise<void> {
  const showSignIn = useShowSignIn()
  return async () => {
    removeQuestions()
    deleteDrafts()
    endSession()
    await showSignIn()
  }
}

function useShowSignIn() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return () => leaveSession(queryClient, () => router.navigate({ to: '/signin', replace: true }))
}

const logFailure = (error: unknown) => console.error('Logout failed', error)

/** Whether the site answers, with any status. */
const isSiteReachable = () =>
  fetch(signIn, { method: 'HEAD', signal: AbortSignal.timeout(siteTimeout) }).then(
    () => true,
    () => false,
  )
