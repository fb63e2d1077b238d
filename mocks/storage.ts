import { clear, get, getMany, setMany } from 'idb-keyval'
import { emptyMemoryData, type MemoryData } from '../server/app/memory-store'
import { day, later } from '../server/lib/time'
import { type Conditions, parseConditions } from './conditions'
import { appUrlOf, createDemoData } from './mock-api'

/** The name of the lock under which the data is read and written. */
const dataLock = 'orglens-mock-data'
/** The version of the saved data's format. Raised if it changes: mock mode then starts afresh. */
const generation = 4
const versionKey = `orglens-mock-version-${generation}`
const conditionsKey = `orglens-mock-conditions-${generation}`
const keyOf = (table: string) => `orglens-mock-data-${generation}-${table}`

/** The record saved beside the tables. */
interface Version {
  /** A new id after each change of the data, by any tab. */
  id: string
  /** When the data was last worked on, in ms since 1970 by mock mode's clock. */
  time: number
}

/** Mock mode's data while it is a page's turn to read and write it. */
interface Turn {
  data: MemoryData
  /**
   * When the data was last worked on, in ms since 1970 by mock mode's clock. For new data: now, by the browser's clock.
   */
  time: number
}

/** The data that this page has in memory, the id of its version, and the tables that are saved. */
interface Known {
  id: string | undefined
  data: MemoryData
  saved: Partial<MemoryData>
}

let known: Known | null = null

/**
 * Lends the data to `act`, and saves its time and the tables that `act` replaces. Tabs take turns. The data stays in
 * memory, and is read again only if another tab has changed it. IndexedDB keeps dates as dates, and more than the 5 MB
 * of local storage.
 */
export async function withData<Result>(act: (turn: Turn) => Promise<Result>): Promise<Result> {
  return await navigator.locks.request(dataLock, async () => {
    const version = await get<Version>(versionKey)
    const current = known && known.id === version?.id ? known : await readData(version)
    // If `act` fails half-way, or its changes can't be saved, the data is read again.
    known = null
    const turn = { data: current.data, time: version?.time ?? Date.now() }
    const result = await act(turn)
    await saveData(current, turn.time)
    return result
  })
}

/** @returns the saved data; the demo data, not yet saved, if there is none. */
async function readData(version: Version | undefined): Promise<Known> {
  if (!version) {
    const data = await createDemoData(appUrlOf(location.href))
    return { id: undefined, data, saved: {} }
  }
  const data = emptyMemoryData()
  const names = Object.keys(data)
  const tables = await getMany(names.map(keyOf))
  Object.assign(data, Object.fromEntries(names.map((name, index) => [name, tables[index]])))
  return { id: version.id, data, saved: { ...data } }
}

/** Saves the tables that were replaced; they must be plain enough for `structuredClone`. */
async function saveData({ id: formerId, data, saved }: Known, time: number): Promise<void> {
  const changed = Object.entries(data).filter(([name, table]) => {
    return saved[name as keyof MemoryData] !== table
  })
  const id = changed.length > 0 ? crypto.randomUUID() : formerId
  await setMany([
    ...changed.map(([name, table]): [string, unknown] => [keyOf(name), table]),
    [versionKey, { id, time }],
  ])
  known = { id, data, saved: { ...data } }
}

/** Moves the clock. Keeps sessions that would have ended by this, so that somebody who skips a year stays signed in. */
export async function moveClock(clock: number): Promise<void> {
  saveConditions({ ...loadConditions(), clock })
  await withData(async ({ data }) => renewSessions(data))
}

/** Keeps sessions that the clock would have ended. */
export function renewSessions(data: MemoryData): void {
  const { clock = 0 } = loadConditions()
  const expiresAt = later(new Date(Date.now() + clock), 30 * day)
  data.sessions = data.sessions.map((session) => ({ ...session, expiresAt }))
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

/** Restores default conditions, signed out. @param data the initial data; absent: the demo data. */
export async function resetMockMode(data?: MemoryData): Promise<void> {
  await navigator.locks.request(dataLock, async () => {
    localStorage.clear()
    await clear()
    if (data) await saveData({ id: undefined, data, saved: {} }, Date.now())
  })
}
