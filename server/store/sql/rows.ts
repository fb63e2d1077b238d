import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * @param name what the rows are called in the statement.
 * @returns rows of a table to stand in `from`, however many they are, as one parameter.
 */
export function rowsFrom<Table extends PgTable>(
  table: Table,
  rows: readonly Table['$inferSelect'][],
  name: string,
): SQL {
  const columns = Object.entries(getTableColumns(table))
  const json = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([field, column]) => [column.name, row[field]])),
  )
  return sql`json_populate_recordset(null::${table}, ${JSON.stringify(json)}::json) as ${sql.identifier(name)}`
}

/**
 * A newer version may have added columns: so no statement says `*`.
 * @param row which row's they are; left away: the table's.
 * @returns the names of the columns that this version knows.
 */
export function columnsOf(table: PgTable, row?: string): SQL {
  const of = row === undefined ? sql`` : sql`${sql.identifier(row)}.`
  const names = Object.values(getTableColumns(table)).map(
    ({ name }) => sql`${of}${sql.identifier(name)}`,
  )
  return sql.join(names, sql`, `)
}

/**
 * @param source has one row where they are to be kept, and none otherwise.
 * @returns an insert of rows, however many they are.
 */
export function insertRows<Table extends PgTable>(
  table: Table,
  rows: readonly Table['$inferSelect'][],
  source: SQL,
): SQL {
  return sql`insert into ${table} (${columnsOf(table)})
    select ${columnsOf(table, 'given')} from ${source}, ${rowsFrom(table, rows, 'given')}`
}
