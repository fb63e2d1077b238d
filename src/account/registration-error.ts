import { ApiError } from '../api/errors'

/** The error catalogue's text for a failed registration (specification, section 8). */
export function registrationError(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'network') {
    return 'Registration failed. Please check your network connection and try again.'
  }
  return (error instanceof ApiError && error.error) || 'Registration failed. Please try again.'
}
