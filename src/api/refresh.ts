import { ApiError } from './errors'
import { send } from './send'
import { readStoredSession, storeAccessToken } from './tokens'

let underWay: Promise<string> | null = null
let onSessionRejected: () => void = () => {}

/** Registers what happens when the server rejects the refresh token: the session is over (D11). */
export function whenSessionIsRejected(listener: () => void): void {
  onSessionRejected = listener
}

/**
 * Gets an access token newer than the one just refused. One refresh at a time: calls in this tab
 * share it, tabs take turns through a Web Lock and look at storage again first (D11).
 * @param refused the access token that a call was refused with.
 * @returns the new access token, already stored.
 * @throws ApiError of the refresh, logged, when there is no new token to be had.
 */
export function refreshAccessToken(refused: string): Promise<string> {
  underWay ??= inTurn(() => refresh(refused)).finally(() => {
    underWay = null
  })
  return underWay
}

async function inTurn(task: () => Promise<string>): Promise<string> {
  // Browsers have no locks on plain http, except on loopback hosts.
  return navigator.locks ? await navigator.locks.request('orglens-token-refresh', task) : task()
}

async function refresh(refused: string): Promise<string> {
  const session = readStoredSession()
  if (session && session.accessToken !== refused) return session.accessToken
  try {
    if (!session?.refreshToken) {
      throw new ApiError('there is no refresh token', { kind: 'http', status: 401 })
    }
    const { access } = await send('refreshToken', { refresh: session.refreshToken }, null)
    // Signed out, or in as somebody else, while the answer was on its way: don't revive the session.
    if (readStoredSession()?.refreshToken === session.refreshToken) storeAccessToken(access)
    return access
  } catch (error) {
    console.error('Token refresh failed', error)
    if (isRejection(error)) onSessionRejected()
    throw error
  }
}

/** Whether the server will never accept this refresh token, rather than being busy or away. */
function isRejection(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === undefined) return false
  const { status } = error
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
