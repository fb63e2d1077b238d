import { askEarly } from '../api/early-answer'
import { readStoredSession } from '../api/tokens'

/**
 * Asks for the profile, which every signed-in page needs, before the app's code has come. In mock mode
 * nothing answers before the app has started. The settings are read as `src/settings.ts` does, whose
 * checks would make every page longer.
 */
export function askForProfile(): void {
  const session = readStoredSession()
  if (!session || import.meta.env.MODE === 'mock') return
  const given = JSON.parse(document.getElementById('settings')?.textContent || '{}')
  const base: string = given.apiBaseUrl ?? import.meta.env.VITE_API_BASE_URL ?? ''
  askEarly(`${base}/api/profile/`, session.accessToken)
}
