import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * Lists the columns that this version knows. No statement says `*`, because a newer version may have added columns.
 * @param row the alias that the names are prefixed with, if any.
 */
export function columnsOf(table: PgTable, row?: string): SQL {
  const of = row === undefined ? sql`` : sql`${sql.identifier(row)}.`
  const names = Object.values(getTableColumns(table)).map(
    ({ name }) => sql`${of}${sql.identifier(name)}`,
  )
  return sql.join(names, sql`, `)
}
