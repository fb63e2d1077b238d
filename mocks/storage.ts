import { clear, get, set, setMany } from 'idb-keyval'
import type { MemoryData } from '../server/app/memory-store'
import { day, later } from '../server/time'
import { type Conditions, parseConditions } from './conditions'
import { appUrlOf, createDemoData } from './mock-api'

/** Held by whoever reads and writes the data: tabs take turns. */
export const dataLock = 'orglens-mock-data'
/** Goes up when a version can't use what the one before has saved: then mock mode starts afresh. */
const generation = 2
const dataKey = `orglens-mock-data-${generation}`
const timeKey = `orglens-mock-time-${generation}`
const conditionsKey = `orglens-mock-conditions-${generation}`

/**
 * Loads the data saved by mock mode; the demo data if there is none. IndexedDB keeps dates as
 * dates, and more than the 5 MB of local storage.
 */
export async function loadData(): Promise<MemoryData> {
  return (await get<MemoryData>(dataKey)) ?? (await createDemoData(appUrlOf(location.href)))
}

/** @returns when the data was last worked on, in ms since 1970 by mock mode's clock; of new data now, by the browser's. */
export async function loadTime(): Promise<number> {
  return (await get<number>(timeKey)) ?? Date.now()
}

/** Saves the data, and that it was worked on until `time`. */
export async function saveDataAt(data: MemoryData, time: number): Promise<void> {
  await setMany([
    [dataKey, data],
    [timeKey, time],
  ])
}

/** Saves the data, which must be plain enough for `structuredClone`. */
export async function saveData(data: MemoryData): Promise<void> {
  await set(dataKey, data)
}

/** Moves the clock, and keeps the sessions that this would have ended: who skips a year stays signed in. */
export async function moveClock(clock: number): Promise<void> {
  saveConditions({ ...loadConditions(), clock })
  await navigator.locks.request(dataLock, async () => {
    const data = await loadData()
    renewSessions(data)
    await saveData(data)
  })
}

/** Keeps sessions that the clock would have ended. */
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
