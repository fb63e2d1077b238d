import { endSession } from './session'

/** Signs out and loads the app anew, so that nothing of the session stays in memory (D10, D12). */
export function signOut(): void {
  try {
    endSession()
  } catch (error) {
    console.error('Logout failed', error)
  }
  window.location.replace('/signin')
}
