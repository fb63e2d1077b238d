import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Store } from '../../server/api/store'
import { createMemoryStore } from '../../server/app/memory-store'
import { openPgliteStore, openPostgresqlStore } from '../../server/app/sql-store'
import { silentLog } from '../api/sql-store-examples'
import { putEmptyDatabase } from './pglite'
import { addColumnsOfNewerVersion, createDatabase } from './postgresql'

type OpenStore = readonly [name: string, open: () => Promise<Store>]

/** PostgreSQL, and how to open an empty one. */
export const postgresql: OpenStore = [
  'PostgreSQL',
  async () => {
    const url = await createDatabase(inject('postgresqlUrl'))
    const store = await openPostgresqlStore(url, silentLog)
    await addColumnsOfNewerVersion(url)
    return store
  },
]

export const memoryAndSql: readonly OpenStore[] = [
  ['memory', async () => createMemoryStore()],
  postgresql,
]

/** For transactions, which each database has in a way of its own. All other SQL is the same in both. */
export const everyStore: readonly OpenStore[] = [
  ...memoryAndSql,
  [
    'PGlite',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'orglens-store-'))
      await putEmptyDatabase(folder)
      const store = await openPgliteStore(folder, silentLog)
      const close = async () => {
        await store.close()
        rmSync(folder, { recursive: true })
      }
      return { ...store, close }
    },
  ],
]

/** Opens a store before the tests of a `describe`. @returns it; nothing is there before they begin. */
export function storeForTests(open: OpenStore[1]): Store {
  const store = {} as Store
  beforeAll(async () => void Object.assign(store, await open()))
  afterAll(() => store.close())
  return store
}
