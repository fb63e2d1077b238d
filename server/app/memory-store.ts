import { type CountData, countMethods } from '../api/memory'
import type { Store } from '../api/store'
import { auditMethods, type EventData, saveEntries } from '../audit/memory'
import { checkCaller } from '../auth/check-caller'
import { authMethods } from '../auth/memory'
import { planMethods } from '../billing/memory'
import { type MailData, outboxMethods, saveMails } from '../mail/memory'
import type { TableName } from '../store/change'
import { changeMethods, type Rows } from '../store/memory-change'
import { guardStore } from './guard'
import { keys } from './keys'

/**
 * Everything a memory store holds; plain data that survives `structuredClone`. The store never changes a row or a table: it
 * replaces them, so that mock mode sees which tables it has to save.
 */
export type MemoryData = Rows & EventData & MailData & CountData

/** @returns data of a store that holds nothing yet. */
export function emptyMemoryData(): MemoryData {
  const names = Object.keys(keys) as TableName[]
  const rows = Object.fromEntries(names.map((name) => [name, []])) as unknown as Rows & EventData
  return { ...rows, spentCalls: {}, noticeCounts: {} }
}

/**
 * Creates a store in memory, for mock mode and tests.
 * @param data the initial data. The store changes this object, so that its owner can save it elsewhere.
 */
export function createMemoryStore(data: MemoryData = emptyMemoryData()): Store {
  const changes = changeMethods<MemoryData>(data, { keys, checkCaller, saveMails, saveEntries })
  return guardStore({
    ...changes,
    ...auditMethods(data, changes),
    ...outboxMethods(data),
    ...countMethods(data),
    ...authMethods(data),
    ...planMethods(data),
    probe: async () => 'reachable',
    findLastBackup: async () => null,
    // Only for operators, who have a database.
    erasePerson: () => Promise.reject(new Error('Nobody is erased from memory.')),
    findAbandoned: async () => [],
    async close() {},
  })
}
