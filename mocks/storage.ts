import { emptyMemoryData, type MemoryData } from '../server/store/memory'
import { type Faults, noFaults, parseFaults } from './faults'
import { createDemoData } from './mock-api'

const dataKey = 'orglens-mock-data'
const faultsKey = 'orglens-mock-faults'

/** What mock mode keeps, so that it survives reloads; the demo data where there is nothing yet. */
export async function loadData(): Promise<MemoryData> {
  const json = localStorage.getItem(dataKey)
  // What an earlier version kept may lack what was added since.
  return json ? { ...emptyMemoryData(), ...parseData(json) } : await createDemoData()
}

export function saveData(data: MemoryData): void {
  localStorage.setItem(dataKey, JSON.stringify(data))
}

export function loadFaults(): Faults {
  return parseFaults(localStorage.getItem(faultsKey))
}

export function saveFaults(faults: Faults): void {
  localStorage.setItem(faultsKey, JSON.stringify(faults))
}

/** Back to the demo data, without faults, signed out. */
export function resetMockMode(): void {
  localStorage.clear()
  saveFaults(noFaults)
}

function parseData(json: string): MemoryData {
  // Instants are the fields named so; JSON has no dates.
  return JSON.parse(json, (name, value: unknown) =>
    name.endsWith('At') && typeof value === 'string' ? new Date(value) : value,
  ) as MemoryData
}
