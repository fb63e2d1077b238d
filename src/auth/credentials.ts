import { mutationOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { ApiError, refusalOf } from '../api/errors'
import { startSession } from '../api/stored-session'
import { type FormCheck, missingCode, type SubmissionErrors } from '../ui/forms/submission'

export const checkCredentials: FormCheck<keyof RequestOf<'login'>> = (typed) => ({
  email: typed.email ? null : 'Please enter your email.',
  password: typed.password ? null : 'Please enter your password.',
  one_time_code: missingCode(typed.one_time_code),
})

/** Signs in and stores the session. `keep` is 'Keep me logged in' (D10). */
export const signInMutation = mutationOptions({
  mutationFn: async ({ keep, ...credentials }: RequestOf<'login'> & { keep: boolean }) => {
    startSession(await call('login', credentials), keep)
  },
})

/** @returns the text for a sign-in that failed without a refusal, or undefined. */
export function signInFailure(error: unknown): string | undefined {
  if (error instanceof DOMException) {
    return 'This browser blocks local storage. Allow it for this site and try again.'
  }
  return error instanceof ApiError && error.kind === 'network'
    ? 'Login failed. Please check your network connection and try again.'
    : undefined
}

/** Returns the error catalogue's text for a failed sign-in (specification, section 8), and the field to correct. */
export function signInError(error: unknown): SubmissionErrors {
  const text = signInFailure(error)
  if (text) return { text }
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) return { text: 'User not found with this email.', fields: { email: '' } }
  if (status === 401) return { text: 'Entered password is incorrect.', fields: { password: '' } }
  return refusalOf(error, 'Login failed. Please check your entered values and try again.')
}
