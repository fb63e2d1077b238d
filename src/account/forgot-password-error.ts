import { ApiError } from '../api/errors'

/** The error catalogue's text for a failed request of a new password (specification, section 8). */
export function forgotPasswordError(error: unknown): string {
  if (!(error instanceof ApiError) || !error.hasBody) return 'An error occurred. Please try again.'
  return error.serverMessage || 'Failed to reset password.'
}
