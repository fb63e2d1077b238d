import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * A newer version may have added columns, so no statement says `*`.
 * @param row the row's name; absent: the table's.
 * @returns the names of the columns that this version knows.
 */
export function columnsOf(table: PgTable, row?: string): SQL {
  const of = row === undefined ? sql`` : sql`${sql.identifier(row)}.`
  const names = Object.values(getTableColumns(table)).map(
    ({ name }) => sql`${of}${sql.identifier(name)}`,
  )
  return sql.join(names, sql`, `)
}
