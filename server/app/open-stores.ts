import { openPglite } from '../store/pglite/pglite'
import { openPostgresql } from '../store/postgresql/postgresql'
import { createSqlStore } from './sql-store'
import type { Store } from './store'

/** Opens the embedded database as a store: see `openPglite`. */
export async function openPgliteStore(...given: Parameters<typeof openPglite>): Promise<Store> {
  return createSqlStore(await openPglite(...given))
}

/** Opens PostgreSQL as a store: see `openPostgresql`. */
export async function openPostgresqlStore(
  ...given: Parameters<typeof openPostgresql>
): Promise<Store> {
  return createSqlStore(await openPostgresql(...given))
}
