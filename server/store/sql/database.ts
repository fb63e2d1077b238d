import { DrizzleQueryError, getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core'
import { isUnavailable, StoreUnavailable } from '../unavailable'

/** What PGlite and node-postgres have in common. */
export type SqlDatabase = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** Whether nothing can be changed: in a replica, for example. It needs no table. */
export const isReadOnly = sql<boolean>`current_setting('transaction_read_only') = 'on'`

/**
 * @returns `select` of one row that is made of `values`, to be followed by `from`: what inserts
 *   only where another part of the statement answers with a row.
 */
export function selectValues<Table extends PgTable>(
  table: Table,
  values: { [Name in keyof Table['$inferSelect']]: Table['$inferSelect'][Name] | SQL },
): SQL {
  const given: Record<string, unknown> = values
  // Drizzle names the columns of an insert in this order, too.
  const row = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = given[name]
    return is(value, SQL) ? value : sql.param(value, column)
  })
  return sql`select ${sql.join(row, sql`, `)}`
}

/** @returns for an upsert: what replaces every column of the row that is there. */
export function excludedColumns(table: PgTable): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => [
      name,
      sql`excluded.${sql.identifier(column.name)}`,
    ]),
  )
}

/** The driver's error, whose fields are those of PostgreSQL's protocol. */
type DriverError = Error & { code?: unknown; constraint?: unknown }

function driverErrorOf(error: unknown): DriverError | null {
  return error instanceof DrizzleQueryError && error.cause instanceof Error ? error.cause : null
}

/**
 * @returns the name of the unique constraint that a statement would have broken, or null when it
 *   failed for another reason. Source: PostgreSQL, "Error Codes", 23505 unique_violation.
 */
export function violatedUniqueConstraint(error: unknown): unknown {
  const driverError = driverErrorOf(error)
  return driverError?.code === '23505' ? driverError.constraint : null
}

/**
 * PostgreSQL ended the statement because of another one, without having changed anything: trying
 * again is what its manual advises. (Two users who take each other's e-mail address at the same
 * time deadlock, for example.) Source: PostgreSQL, "Error Codes", 40001 serialization_failure and
 * 40P01 deadlock_detected.
 */
function isWorthRetrying(error: unknown): boolean {
  const code = driverErrorOf(error)?.code
  return code === '40001' || code === '40P01'
}

/** The queries' errors quote their parameters, that is, password hashes: these must reach no log. */
function withoutParameters(error: unknown): unknown {
  const driverError = driverErrorOf(error)
  if (!driverError) return error
  const { code, message } = driverError
  const reason = [code, message].filter(Boolean).join(' ') || driverError.name
  const text = `The database failed: ${reason}`
  return isUnavailable(code) ? new StoreUnavailable(text) : new Error(text)
}

/** How often a step is tried again, at most. */
const maxRetries = 3
/** How long to wait before that, at most, in ms; each time twice as long. */
const retryPause = 50

/**
 * Runs one step of the store, and again if another one got in its way: a moment later, because two that
 * go on at once may meet again.
 * @throws StoreUnavailable or another Error, whose text says what the database said, without the data
 *   of the query.
 */
export async function run<Result>(step: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await step()
    } catch (error) {
      if (retries === maxRetries || !isWorthRetrying(error)) throw withoutParameters(error)
      const pause = retryPause * 2 ** retries * (0.5 + Math.random() / 2)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
