import { clear, get, set } from 'idb-keyval'
import { emptyMemoryData, type MemoryData } from '../server/store/memory'
import { type Conditions, parseConditions } from './conditions'
import { appUrlOf, createDemoData } from './mock-api'

const dataKey = 'orglens-mock-data'
const conditionsKey = 'orglens-mock-conditions'

/**
 * What mock mode keeps, so that it survives reloads; the demo data where there is nothing yet. It is
 * in IndexedDB, which holds dates as such, and more than the 5 MB of local storage.
 */
export async function loadData(): Promise<MemoryData> {
  const data = await get<MemoryData>(dataKey)
  // What an earlier version kept may lack what was added since.
  return data ? { ...emptyMemoryData(), ...data } : await createDemoData(appUrlOf(location.href))
}

/** Keeps the data; what is kept has to be plain: what `structuredClone` can copy. */
export async function saveData(data: MemoryData): Promise<void> {
  await set(dataKey, data)
}

export function loadConditions(): Conditions {
  return parseConditions(localStorage.getItem(conditionsKey))
}

export function saveConditions(conditions: Conditions): void {
  localStorage.setItem(conditionsKey, JSON.stringify(conditions))
}

/** Back to the demo data under the usual conditions, signed out. */
export async function resetMockMode(): Promise<void> {
  localStorage.clear()
  await clear()
}
