import { call } from '../../api/call'
import { ApiError, isTransient } from '../../api/errors'
import { keepInvitation, keepRefusal, type RefusedInvitation } from './kept-invitation'

/** Opens an invitation's link, and keeps the result for this tab. @returns the inviting organisation's name. */
export async function openInvitation(token: string): Promise<string> {
  try {
    const opened = await call('openInvitation', { invitation_token: token })
    keepInvitation(opened.origin_name, opened.email, token)
    return opened.origin_name
  } catch (error) {
    keepRefusal({ refused: reasonOf(error), token })
    throw error
  }
}

function reasonOf(error: unknown): RefusedInvitation['refused'] {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === undefined || status === 429 || isTransient(error)) return 'unchecked'
  return status === 409 ? 'has-account' : 'ended'
}
