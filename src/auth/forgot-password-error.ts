import { ApiError, followingServerText } from '../api/errors'
import type { FormWords } from '../ui/forms/FormMessage'

/** The error catalogue's text for a failed request of a new password (specification, section 8). */
export function forgotPasswordError(error: unknown): FormWords {
  if (!(error instanceof ApiError) || !error.hasBody) {
    return { text: 'An error occurred. Please try again.' }
  }
  if (error.serverMessage) return { text: error.serverMessage }
  return { text: 'Failed to reset password.', detail: followingServerText(error) }
}
