import { call } from '../../api/call'
import { ApiError, isTransient } from '../../api/errors'
import { settings } from '../../settings'
import { keepInvitationToken } from './invitation-token'

declare module '@tanstack/react-router' {
  /** What the history keeps with a page's address, in this browser only. */
  interface HistoryState {
    /** The registration's: what became of the link that led there (D99). */
    invitation?: Invitation | undefined
  }
}

/** An invitation's link, once it was opened. */
export type Invitation =
  | {
      /** The invited address; undefined: the server doesn't tell. */
      email: string | undefined
    }
  | {
      /** `ended`: no longer valid. `has-account`: its address has an account. `unchecked`: nobody knows. */
      refused: 'ended' | 'has-account' | 'unchecked'
      token: string
    }

/** @returns what the failure to open an invitation's link means. */
export function refusedInvitation(token: string, error: unknown): Invitation {
  const status = error instanceof ApiError ? error.status : undefined
  const isUnchecked = status === undefined || status === 429 || isTransient(error)
  if (isUnchecked) return { refused: 'unchecked', token }
  return { refused: status === 409 ? 'has-account' : 'ended', token }
}

/** Opens an invitation's link. @returns the inviting organisation's name, and what else is known. */
export async function openInvitation(
  token: string,
): Promise<{ organization: string; invitation: Invitation }> {
  const { origin_name, email } = await call('openInvitation', { invitation_token: token })
  keepInvitationToken(token)
  const isForUs = settings.isOurServer
  return { organization: origin_name, invitation: { email: isForUs ? email : undefined } }
}
