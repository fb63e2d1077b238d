import { ApiError, followingServerText } from '../api/errors'

interface ForgotPasswordError {
  text: string
  /** The server's own words, where they aren't the text already (D27). */
  detail?: string | undefined
}

/** The error catalogue's text for a failed request of a new password (specification, section 8). */
export function forgotPasswordError(error: unknown): ForgotPasswordError {
  if (!(error instanceof ApiError) || !error.hasBody) {
    return { text: 'An error occurred. Please try again.' }
  }
  if (error.serverMessage) return { text: error.serverMessage }
  return { text: 'Failed to reset password.', detail: followingServerText(error) }
}
