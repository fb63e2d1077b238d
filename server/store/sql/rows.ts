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
