import { ApiError } from '../api/errors'

interface SignInError {
  text: string
  /** The field to correct, where the server told. */
  field?: 'email' | 'password'
}

/** The error catalogue's text for a failed sign-in (specification, section 8). */
export function signInError(error: unknown): SignInError {
  if (error instanceof DOMException) {
    return { text: 'This browser blocks local storage. Allow it for this site and try again.' }
  }
  if (error instanceof ApiError) {
    if (error.kind === 'network') {
      return { text: 'Login failed. Please check your network connection and try again.' }
    }
    if (error.status === 404) return { text: 'User not found with this email.', field: 'email' }
    if (error.status === 401) return { text: 'Entered password is incorrect.', field: 'password' }
  }
  return { text: 'Login failed. Please check your entered values and try again.' }
}
