import { mutationOptions } from '@tanstack/react-query'
import { call } from '../api/call'
import { pageState } from '../lib/page-state'
import { startSession } from '../session/session'
import { forgetInvitationToken, keepInvitationToken, keptInvitationToken } from './invitation-token'

/** Signs in and keeps the session; `keep` as in 'Keep me logged in' (D10). */
export const signInMutation = mutationOptions({
  mutationKey: ['sign-in'],
  mutationFn: async (input: { email: string; password: string; keep: boolean }) => {
    const answer = await call('login', { email: input.email, password: input.password })
    startSession(answer, input.keep)
  },
})

/** The address that was registered on this page: the sign-in is filled in with it. */
export const registeredAddress = pageState<string | undefined>('registered address', undefined)

/** Creates an account, and its organisation or by invitation its membership (D31). */
export const registerMutation = mutationOptions({
  mutationKey: ['register'],
  mutationFn: async (input: {
    fullname: string
    email: string
    password: string
    organization: string
  }) => {
    await call('signup', input, { invitationToken: keptInvitationToken() })
    forgetInvitationToken()
    registeredAddress.set(input.email)
  },
})

/** Asks for a mail with a link that sets a new password. */
export const forgotPasswordMutation = mutationOptions({
  mutationKey: ['forgot-password'],
  mutationFn: (input: { email: string }) => call('forgotPassword', input),
})

/** Sets a new password by the token of such a link. */
export const resetPasswordMutation = mutationOptions({
  mutationKey: ['reset-password'],
  mutationFn: (input: { reset_token: string; new_password: string }) =>
    call('resetPassword', input),
})

/** Opens an invitation's link; answers the name of the organisation that invites. */
export async function openInvitation(token: string): Promise<string> {
  const { origin_name } = await call('openInvitation', { invitation_token: token })
  keepInvitationToken(token)
  return origin_name
}
