import { ApiError, refusalOf } from '../api/errors'
import type { Refusal } from '../ui/forms/submission'

/** The error catalogue's text for a failed reset request (specification, section 8). */
export function forgotPasswordError(error: unknown): Refusal {
  if (!(error instanceof ApiError) || !error.hasBody) {
    return { text: 'An error occurred. Please try again.' }
  }
  if (error.serverMessage) return { detail: error.serverMessage, fields: error.fields }
  return refusalOf(error, 'Failed to reset password.')
}
