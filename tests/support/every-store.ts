import { inject } from 'vitest'
import { createMemoryStore } from '../../server/app/memory-store'
import { openPostgresqlStore } from '../../server/app/open-stores'
import { addColumnsOfNewerVersion } from './newer-schema'
import { createPgliteTestStore } from './pglite'
import { createDatabase } from './postgresql'
import { type TestStore, testStore } from './test-store'

/** Every kind of store by name, and how to open an empty one, for rules that hold for all. */
export const everyStore: readonly [name: string, open: () => Promise<TestStore>][] = [
  ['memory', async () => testStore(createMemoryStore())],
  ['PGlite', async () => testStore(await createPgliteTestStore())],
  [
    'PostgreSQL',
    async () => {
      const url = await createDatabase(inject('postgresqlUrl'))
      const store = testStore(await openPostgresqlStore(url, { info() {}, error() {} }))
      await addColumnsOfNewerVersion(url)
      return store
    },
  ],
]
