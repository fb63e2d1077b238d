import { clear, get, set } from 'idb-keyval'
import { emptyMemoryData, type MemoryData } from '../server/store/memory'
import { day, later } from '../server/time'
import { type Conditions, parseConditions } from './conditions'
import { appUrlOf, createDemoData } from './mock-api'

const dataKey = 'orglens-mock-data'
const conditionsKey = 'orglens-mock-conditions'

/**
 * Loads the data saved by mock mode; the demo data if there is none. IndexedDB keeps dates as
 * dates, and more than the 5 MB of local storage.
 */
export async function loadData(): Promise<MemoryData> {
  const data = await get<MemoryData>(dataKey)
  // Data saved by an earlier version may lack newer fields.
  return data ? { ...emptyMemoryData(), ...data } : await createDemoData(appUrlOf(location.href))
}

/** Saves the data, which must be plain enough for `structuredClone`. */
export async function saveData(data: MemoryData): Promise<void> {
  await set(dataKey, data)
}

/** Keeps sessions that the clock would have ended: a user who skips a year stays signed in. */
export function renewSessions(data: MemoryData): void {
  const { clock = 0 } = loadConditions()
  for (const session of data.sessions) {
    session.expiresAt = later(new Date(Date.now() + clock), 30 * day)
  }
}

export function loadConditions(): Conditions {
  return parseConditions(localStorage.getItem(conditionsKey))
}

/** The window's event after conditions were saved. */
export const conditionsSaved = 'mock-conditions-saved'

export function saveConditions(conditions: Conditions): void {
  localStorage.setItem(conditionsKey, JSON.stringify(conditions))
  window.dispatchEvent(new Event(conditionsSaved))
}

/** Restores the demo data and default conditions, signed out. */
export async function resetMockMode(): Promise<void> {
  localStorage.clear()
  await clear()
}
