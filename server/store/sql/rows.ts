import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * @param name the rows' name in the statement.
 * @returns rows of a table to use in `from`, any number, as one parameter.
 */
function rowsFrom<Table extends PgTable>(
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

/**
 * @param source a part with one row if the rows are to be saved, and none otherwise.
 * @returns an insert of any number of rows.
 */
export function insertRows<Table extends PgTable>(
  table: Table,
  rows: readonly Table['$inferSelect'][],
  source: SQL,
): SQL {
  return sql`insert into ${table} (${columnsOf(table)})
    select ${columnsOf(table, 'given')} from ${source}, ${rowsFrom(table, rows, 'given')}`
}
