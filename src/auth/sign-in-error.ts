import { ApiError, refusalOf } from '../api/errors'
import type { Refusal } from '../ui/forms/submission'

/** The error catalogue's text for a failed sign-in (specification, section 8), and the field to correct. */
export function signInError(error: unknown): Refusal {
  if (error instanceof DOMException) {
    return { text: 'This browser blocks local storage. Allow it for this site and try again.' }
  }
  if (error instanceof ApiError) {
    if (error.kind === 'network') {
      return { text: 'Login failed. Please check your network connection and try again.' }
    }
    if (error.status === 404) {
      return { text: 'User not found with this email.', fields: { email: '' } }
    }
    if (error.status === 401) {
      return { text: 'Entered password is incorrect.', fields: { password: '' } }
    }
  }
  return refusalOf(error, 'Login failed. Please check your entered values and try again.')
}
