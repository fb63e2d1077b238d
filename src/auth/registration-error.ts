import { ApiError, followingServerText } from '../api/errors'

interface RegistrationError {
  text: string
  /** The server's own words, where they aren't the text already (D27). */
  detail?: string | undefined
}

/** The error catalogue's text for a failed registration (specification, section 8). */
export function registrationError(error: unknown): RegistrationError {
  if (error instanceof ApiError && error.kind === 'network') {
    return { text: 'Registration failed. Please check your network connection and try again.' }
  }
  if (error instanceof ApiError && error.error) return { text: error.error }
  return {
    text: 'Registration failed. Please try again.',
    detail: followingServerText(error),
  }
}
