import { ApiError, followingServerText } from '../api/errors'
import type { FormWords } from '../ui/forms/FormMessage'

/** The error catalogue's text for a failed registration (specification, section 8). */
export function registrationError(error: unknown): FormWords {
  if (error instanceof ApiError && error.kind === 'network') {
    return { text: 'Registration failed. Please check your network connection and try again.' }
  }
  if (error instanceof ApiError && error.error) return { text: error.error }
  return {
    text: 'Registration failed. Please try again.',
    detail: followingServerText(error),
  }
}
