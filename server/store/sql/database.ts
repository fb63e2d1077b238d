import { DrizzleQueryError, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core'
import { isReadOnlyRefusal, isUnavailable, StoreReadOnly, StoreUnavailable } from '../unavailable'
import type { Ask, Transact } from './transact'

/** The common interface of PGlite and node-postgres. */
export type SqlDatabase = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** A database whose migrations have run, as a store uses it. */
export interface OpenDatabase {
  /** PGlite's or node-postgres's, through Drizzle. */
  database: SqlDatabase
  transact: Transact
  /** Runs a statement by itself. */
  execute: Ask
  /** A second connection for probes, which mustn't wait for other calls. Absent: probes use `database`. */
  prober?: SqlDatabase
  /** Whether calls wait for a connection. */
  isBusy?: () => boolean
  /** Ends its connections; called at most once. */
  close: () => Promise<void>
}

/** Whether the database is read-only, for example a replica. Needs no table. */
export const isReadOnly = sql<boolean>`current_setting('transaction_read_only') = 'on'`

/** @returns the assignments of an upsert that replace every column of the existing row. */
export function excludedColumns(table: PgTable): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => [
      name,
      sql`excluded.${sql.identifier(column.name)}`,
    ]),
  )
}

/** The driver's error, with the fields of PostgreSQL's protocol. */
type DriverError = Error & { code?: unknown }

function driverErrorOf(error: unknown): DriverError | null {
  return error instanceof DrizzleQueryError && error.cause instanceof Error ? error.cause : null
}

/** @returns PostgreSQL's error code; undefined if the error came from elsewhere. */
export const driverCodeOf = (error: unknown): unknown => driverErrorOf(error)?.code

/**
 * @param code PostgreSQL's error code.
 * @returns whether a prepared statement is missing, or exists already, because a pooler ran it on another connection. Source: PostgreSQL, "Error Codes", 26000 invalid_sql_statement_name and 42P05
 *   duplicate_prepared_statement.
 */
export function isStatementLost(code: unknown): boolean {
  return code === '26000' || code === '42P05'
}

/**
 * Whether PostgreSQL aborted the statement because of a concurrent one, without changing anything; its
 * manual advises a retry. (For example, two users who take each other's email address at the same
 * time deadlock.) Source: PostgreSQL, "Error Codes", 40001 serialization_failure and 40P01
 * deadlock_detected. A lost prepared statement changed nothing either, and the retry isn't prepared.
 */
export function isWorthRetrying(error: unknown): boolean {
  const code = driverCodeOf(error)
  return code === '40001' || code === '40P01' || isStatementLost(code)
}

/** Replaces a query's error, which quotes parameters such as password hashes: these must not reach any log. */
export function withoutParameters(error: unknown): unknown {
  const driverError = driverErrorOf(error)
  if (!driverError) return error
  if (driverError instanceof StoreUnavailable) return driverError
  const { code, message } = driverError
  const reason = [code, message].filter(Boolean).join(' ') || driverError.name
  const text = `The database failed: ${reason}`
  if (isReadOnlyRefusal(code)) return new StoreReadOnly(text)
  return isUnavailable(code) ? new StoreUnavailable(text) : new Error(text)
}

const maxRetries = 3
/** The maximum delay before the first retry, in ms; it doubles each time. */
const retryPause = 50

/**
 * Runs one step of the store, and retries conflicts with backoff and jitter, because two that retry
 * at once may conflict again.
 * @throws StoreUnavailable or another Error with the database's message, without the query's data.
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

/** Removes up to `most` rows, and skips rows that somebody is changing. @returns the number of removed rows. */
export async function removeSome(
  database: SqlDatabase,
  table: PgTable,
  isOutdated: SQL | undefined,
  most: number,
): Promise<number> {
  const outdated = database
    .select({ row: sql`ctid` })
    .from(table)
    .where(isOutdated)
    .limit(most)
    .for('update', { skipLocked: true })
  const removed = await database
    .delete(table)
    .where(sql`ctid = any(array(${outdated}))`)
    .returning({ one: sql`1` })
  return removed.length
}

/** A connection to a database, of either driver. */
export interface Connection {
  query<Row>(text: string, parameters?: unknown[]): Promise<{ rows: Row[] }>
}
