import { mutationOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { pageState } from '../lib/page-state'
import { startSession } from '../session/session'
import { keepInvitationToken } from './invitation-token'

/** Signs in and stores the session; `keep` as in 'Keep me logged in' (D10). */
export const signInMutation = mutationOptions({
  mutationFn: async ({ keep, ...credentials }: RequestOf<'login'> & { keep: boolean }) => {
    startSession(await call('login', credentials), keep)
  },
})

/** The address just registered, with which the sign-in is filled in. */
export const registeredAddress = pageState<string | undefined>('registered address', undefined)

/** Opens an invitation's link; answers the name of the inviting organisation. */
export async function openInvitation(token: string): Promise<string> {
  const { origin_name } = await call('openInvitation', { invitation_token: token })
  keepInvitationToken(token)
  return origin_name
}
