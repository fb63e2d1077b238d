import { askEarly } from '../api/early-answer'
import { readStoredSession } from '../api/tokens'

/** What pages ask for besides the profile, as the loaders of their routes do. */
const calls = new Map([
  ['pricing', ['pricing']],
  ['subscription', ['subscription-activity', 'pricing']],
])

/**
 * Asks for what a signed-in page shows before the app's code has come: the profile, which every one
 * needs, and what is its own. In mock mode nothing answers before the app has started. The settings are
 * read as `src/settings.ts` does, whose checks would make every page longer.
 * @param page the part of its address after `/dashboard/`.
 */
export function askForPage(page: string): void {
  const session = readStoredSession()
  if (!session || import.meta.env.MODE === 'mock') return
  const given = JSON.parse(document.getElementById('settings')?.textContent || '{}')
  const base: string = given.apiBaseUrl ?? import.meta.env.VITE_API_BASE_URL ?? ''
  for (const name of ['profile', ...(calls.get(page) ?? [])]) {
    askEarly(`${base}/api/${name}/`, session.accessToken)
  }
}
