import { mutationOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../contract/calls'
import { call } from '../../api/call'
import { settings } from '../../settings'
import { replaceTypedText } from '../../ui/forms/typed-text'
import { accountAddress } from '../EmailField'
import { invitationTokenKey } from './invitation-token'
import { invitedRegistration } from './invited-registration'

/** Creates an account with its organisation, or joins one by invitation (D31). */
export const registerMutation = mutationOptions({
  mutationFn: async (input: RequestOf<'signup'>) => {
    await call('signup', input, { invitationToken: keptInvitationToken() })
    forgetInvitationToken()
    invitedRegistration.set({})
    replaceTypedText({ [accountAddress]: input.email })
  },
})

/** @returns the token of the last opened invitation, if any. */
function keptInvitationToken(): string | undefined {
  if (!settings.isOurServer) return undefined
  try {
    return sessionStorage.getItem(invitationTokenKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Not needed after the registration. */
function forgetInvitationToken(): void {
  try {
    sessionStorage.removeItem(invitationTokenKey)
  } catch {
    // There was nothing to forget.
  }
}
