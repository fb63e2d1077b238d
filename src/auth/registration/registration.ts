import { mutationOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../contract/calls'
import { call } from '../../api/call'
import { ApiError, refusalOf } from '../../api/errors'
import type { FormCheck, SubmissionErrors } from '../../ui/forms/submission'
import { replaceTypedText } from '../../ui/forms/typed-text'
import { accountAddress } from '../EmailField'
import { forgetInvitationToken, keptInvitationToken } from './invitation-token'
import { invitedRegistration } from './invited-registration'

/** The specification's rules for a registration (section 5). The server has more (D79). */
export const checkRegistration: FormCheck<keyof RequestOf<'signup'>> = (typed) => ({
  fullname: typed.fullname ? null : '',
  email: typed.email ? null : '',
  organization: typed.organization ? null : '',
  password: typed.password ? null : '',
  confirmPassword: typed.password === typed.confirmPassword ? null : 'Passwords do not match.',
  agreed: typed.agreed ? null : 'You must agree to the terms and conditions.',
})

/** The error catalogue's text for a failed registration (specification, section 8). */
export function registrationError(error: unknown): SubmissionErrors {
  if (error instanceof ApiError && error.kind === 'network') {
    return { text: 'Registration failed. Please check your network connection and try again.' }
  }
  if (error instanceof ApiError && error.error) return { detail: error.error, fields: error.fields }
  return refusalOf(error, 'Registration failed. Please try again.')
}

/** Creates an account with its organisation, or joins one by invitation (D31). */
export const registerMutation = mutationOptions({
  mutationFn: async (input: RequestOf<'signup'>) => {
    await call('signup', input, { invitationToken: keptInvitationToken() })
    forgetInvitationToken()
    invitedRegistration.set({})
    replaceTypedText({ [accountAddress]: input.email })
  },
})
