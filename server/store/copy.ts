import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as accountTables from './account-tables'
import * as billingTables from './billing-tables'
import * as otherTables from './schema'

/** A connection to a database, of either driver. */
export interface Connection {
  query<Row>(text: string, parameters?: unknown[]): Promise<{ rows: Row[] }>
}

/** Rows held in memory at once. */
const batch = 500

/**
 * All tables of the schema, referenced ones first. New tables of the schema are included
 * automatically.
 */
function tablesInOrder(): string[] {
  const tables = Object.values<unknown>({
    ...accountTables,
    ...billingTables,
    ...otherTables,
  }).filter((value) => is(value, PgTable))
  const ordered = new Set<string>()
  const add = (table: PgTable) => {
    const { name, foreignKeys } = getTableConfig(table)
    for (const key of foreignKeys) {
      const { foreignTable } = key.reference()
      if (foreignTable !== table) add(foreignTable)
    }
    ordered.add(name)
  }
  for (const table of tables) add(table)
  return [...ordered]
}

/**
 * Checks that nothing can be lost or mixed up.
 * @param target may have Orglens's tables, as long as they are empty.
 * @throws Error that names its contents.
 */
export async function requireEmpty(target: Connection): Promise<void> {
  const ours = tablesInOrder()
  const { rows } = await target.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema', 'drizzle')`,
  )
  for (const { schema: place, name } of rows) {
    const isOurs = place === 'public' && ours.includes(name)
    if (!isOurs || (await hasRows(target, name))) {
      throw new Error(
        `The database at DATABASE_URL is not empty: it has ${isOurs ? 'rows in ' : ''}the table ${place}.${name}. Nothing was copied. Give it a new database.`,
      )
    }
  }
}

async function hasRows(connection: Connection, table: string): Promise<boolean> {
  const { rows } = await connection.query(`select 1 from "${table}" limit 1`)
  return rows.length > 0
}

/**
 * Copies all rows of all tables in one transaction, then compares the two databases row by row.
 * @param source and `target` have the same schema, and no other writers.
 * @returns the number of rows of each table.
 * @throws Error if the target isn't empty, or differs from the source afterwards.
 */
export async function copyDatabase(
  source: Connection,
  target: Connection,
): Promise<Map<string, number>> {
  const tables = tablesInOrder()
  const counts = new Map<string, number>()
  for (const connection of [source, target]) {
    await connection.query('begin')
    // Timestamps are compared as text.
    await connection.query(`set local time zone 'UTC'`)
    // The role's timeout is for calls.
    await connection.query('set local statement_timeout = 0')
  }
  try {
    // A server that starts meanwhile waits instead of writing.
    await target.query(`lock table ${tables.map((name) => `"${name}"`)} in access exclusive mode`)
    await requireEmpty(target)
    for (const table of tables) {
      let count = 0
      for await (const rows of rowsOf(source, table)) {
        await target.query(
          `insert into "${table}" select * from json_populate_recordset(null::"${table}", $1)`,
          [`[${rows}]`],
        )
        count += rows.length
      }
      counts.set(table, count)
      await compare(source, target, table)
    }
    await target.query('commit')
  } catch (error) {
    await target.query('rollback')
    throw error
  } finally {
    await source.query('rollback')
  }
  return counts
}

/** @returns the rows as JSON, in batches, in an order that depends only on their contents. */
async function* rowsOf(connection: Connection, table: string): AsyncGenerator<string[]> {
  await connection.query(
    `declare rows_of no scroll cursor for
     select row_to_json("${table}")::text as row from "${table}"
     order by row_to_json("${table}")::text collate "C"`,
  )
  for (;;) {
    const { rows } = await connection.query<{ row: string }>(`fetch ${batch} from rows_of`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await connection.query('close rows_of')
}

async function compare(source: Connection, target: Connection, table: string): Promise<void> {
  const there = rowsOf(target, table)
  for await (const rows of rowsOf(source, table)) {
    const copied = (await there.next()).value
    if (JSON.stringify(copied) !== JSON.stringify(rows)) {
      throw new Error(`The copy of the table ${table} differs from the original: nothing is kept.`)
    }
  }
  if (!(await there.next()).done) {
    throw new Error(`The copy of the table ${table} has too many rows: nothing is kept.`)
  }
}
