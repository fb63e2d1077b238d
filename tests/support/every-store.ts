import { afterAll, beforeAll, inject } from 'vitest'
import type { Store } from '../../server/api/store'
import { createMemoryStore } from '../../server/app/memory-store'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { createPgliteTestStore } from './pglite'
import { addColumnsOfNewerVersion, createDatabase } from './postgresql'

type OpenStore = readonly [name: string, open: () => Promise<Store>]

/** PostgreSQL, and how to open an empty one. */
export const postgresql: OpenStore = [
  'PostgreSQL',
  async () => {
    const url = await createDatabase(inject('postgresqlUrl'))
    const store = await openPostgresqlStore(url, { info() {}, error() {} })
    await addColumnsOfNewerVersion(url)
    return store
  },
]

export const memoryAndSql: readonly OpenStore[] = [
  ['memory', async () => createMemoryStore()],
  postgresql,
]

/**
 * For what each database does in a way of its own: transactions, long reads, whose turn it is. All other SQL is the
 * same in both, and the conformance suite sends it to the embedded one, too.
 */
export const everyStore: readonly OpenStore[] = [...memoryAndSql, ['PGlite', createPgliteTestStore]]

/** Opens a store before the tests of a `describe`. @returns it; nothing is there before they begin. */
export function storeForTests(open: OpenStore[1]): Store {
  const store = {} as Store
  beforeAll(async () => void Object.assign(store, await open()))
  afterAll(() => store.close())
  return store
}
