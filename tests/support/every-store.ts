import { inject } from 'vitest'
import { createMemoryStore } from '../../server/store/memory'
import { openPostgresqlStore } from '../../server/store/postgresql'
import type { Store } from '../../server/store/store'
import { createPgliteTestStore } from './pglite'
import { createDatabase } from './postgresql'

/** Every kind of store by its name, and how to open an empty one: what holds for one holds for all. */
export const everyStore: readonly [name: string, open: () => Promise<Store>][] = [
  ['memory', async () => createMemoryStore()],
  ['PGlite', () => createPgliteTestStore()],
  [
    'PostgreSQL',
    async () => {
      const url = await createDatabase(inject('postgresqlUrl'))
      return await openPostgresqlStore(url, { info() {}, error() {} })
    },
  ],
]
