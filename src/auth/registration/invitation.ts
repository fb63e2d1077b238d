import { call } from '../../api/call'
import { ApiError, isTransient } from '../../api/errors'
import { keepInvitation } from './kept-invitation'

declare module '@tanstack/react-router' {
  /** What the history keeps with a page's address, in this browser only. */
  interface HistoryState {
    /** The registration's: why the link that led there failed (D99). */
    refusedInvitation?: RefusedInvitation | undefined
  }
}

/** An invitation's link that failed. */
export interface RefusedInvitation {
  /** `ended`: no longer valid. `has-account`: its address has an account. `unchecked`: nobody knows. */
  refused: 'ended' | 'has-account' | 'unchecked'
  token: string
}

/** @returns what the failure to open an invitation's link means. */
export function refusedInvitation(token: string, error: unknown): RefusedInvitation {
  const status = error instanceof ApiError ? error.status : undefined
  const isUnchecked = status === undefined || status === 429 || isTransient(error)
  if (isUnchecked) return { refused: 'unchecked', token }
  return { refused: status === 409 ? 'has-account' : 'ended', token }
}

/** Opens an invitation's link, and keeps the invitation for this tab. @returns the inviting organisation's name. */
export async function openInvitation(token: string): Promise<string> {
  const { origin_name: organization, email } = await call('openInvitation', {
    invitation_token: token,
  })
  keepInvitation({ organization, email, token })
  return organization
}
