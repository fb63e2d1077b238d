import { ApiError, refusalOf } from '../api/errors'
import type { SubmissionErrors } from '../ui/forms/submission'

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
