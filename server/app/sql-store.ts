import { sql } from 'drizzle-orm'
import { countMethods } from '../api/sql'
import type { Store } from '../api/store'
import { auditMethods, entryStatement, erasureMethods } from '../audit/sql'
import { checkCaller } from '../auth/check-caller'
import { authMethods } from '../auth/sql'
import { planMethods } from '../billing/sql'
import { billings } from '../billing/tables'
import { noticeStatement, outboxMethods } from '../mail/sql'
import { abandonedMethods } from '../organisation/sql'
import { backups } from '../store/backup/tables'
import { openPglite } from '../store/pglite/pglite'
import { openPostgresql } from '../store/postgresql/postgresql'
import { changeMethods } from '../store/sql/change'
import { isReadOnly, type OpenDatabase, run } from '../store/sql/database'
import { teams } from '../team/tables'
import { guardStore } from './guard'
import { tables } from './tables'

const subjects = {
  tables,
  lockTables: { organisation: teams, billing: billings },
  checkCaller,
  noticeStatement,
  entryStatement,
}

/**
 * Creates a store in an SQL database whose migrations have run. `change` and `erasePerson` are transactions; every other
 * method is a single statement.
 */
function createSqlStore(opened: OpenDatabase): Store {
  const { database, transact, prober = database, isBusy } = opened
  let closing: Promise<void> | undefined

  const changes = changeMethods(opened, subjects)

  return guardStore({
    ...changes,
    ...auditMethods(database, changes),
    ...erasureMethods(transact),
    ...outboxMethods(database),
    ...countMethods(database),
    ...authMethods(database, opened.execute),
    ...abandonedMethods(database),
    ...planMethods(database),

    probe: () =>
      run(async () => {
        const [state] = await prober.select({ isReadOnly }).from(sql`(values (1)) as nothing`)
        if (state?.isReadOnly) return 'read-only'
        return isBusy?.() ? 'busy' : 'reachable'
      }),

    findLastBackup: () =>
      run(async () => {
        const [last] = await database.select({ madeAt: backups.madeAt }).from(backups)
        return last?.madeAt ?? null
      }),

    close: () => {
      closing ??= opened.close()
      return closing
    },
  })
}

/** Opens the embedded database as a store: see `openPglite`. */
export async function openPgliteStore(...options: Parameters<typeof openPglite>): Promise<Store> {
  return createSqlStore(await openPglite(...options))
}

/** Opens PostgreSQL as a store: see `openPostgresql`. */
export async function openPostgresqlStore(
  ...options: Parameters<typeof openPostgresql>
): Promise<Store> {
  return createSqlStore(await openPostgresql(...options))
}
