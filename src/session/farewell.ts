import { pageState } from '../lib/page-state'

/** Other tabs learn of it by this key of local storage, which holds it for no longer than that takes. */
const storageKey = 'farewell'

/** Why the account of the session that has ended was deleted (D100): the sign-in shows it. */
export const farewell = pageState<string | null>('farewell', null)

/** Says it here and in the other tabs. */
export function sayFarewell(text: string): void {
  farewell.set(text)
  try {
    localStorage.setItem(storageKey, text)
    localStorage.removeItem(storageKey)
  } catch {
    // Storage is full: the other tabs show the sign-in alone.
  }
}

/** Says what another tab said. */
export function hearFarewell({ key, newValue }: StorageEvent): void {
  if (key === storageKey && newValue) farewell.set(newValue)
}
