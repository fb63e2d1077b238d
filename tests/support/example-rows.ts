import { is } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { openPgliteDatabase } from '../../server/store/pglite/pglite'
import { putEmptyDatabase } from './pglite'

const tables = Object.values(
  import.meta.glob<Record<string, unknown>>('../../server/**/tables.ts', { eager: true }),
)
  .flatMap((exported) => Object.values(exported))
  .filter((value) => is(value, PgTable))

/** A row for any table: values that are hard to carry over, and keys that lead somewhere. */
function exampleRow(table: PgTable, index: number): Record<string, unknown> {
  const { columns, foreignKeys, name } = getTableConfig(table)
  const referredTo = new Map(
    foreignKeys.flatMap((key) => {
      const { columns: from, foreignTable } = key.reference()
      return from.map((column) => [column.name, getTableConfig(foreignTable).name] as const)
    }),
  )
  const example = (column: PgColumn): unknown => {
    if (!column.notNull && index % 3 === 0) return null
    switch (column.dataType) {
      case 'string': {
        const isId = column.name === 'id' || column.name.endsWith('_id')
        if (isId) return `${referredTo.get(column.name) ?? name}-${index}`
        return column.enumValues?.[0] ?? `${index} "O'Brien"\\n\n\t€ 😀 ${column.name}`
      }
      case 'number':
        return column.getSQLType() === 'double precision' ? index + 0.1 + 0.2 : index
      case 'boolean':
        return index % 2 === 0
      case 'date':
        return new Date(Date.UTC(2026, 0, 1) + index * 86_399_123)
      // JSON with instants in it.
      case 'custom':
        return { stopsAt: new Date(Date.UTC(2026, 0, 1) + index), provider: "O'Brien \\ €" }
      case 'json':
        return { points: ['"quoted"', "O'Brien \\ €"], amount: 0.1 + 0.2, nested: { index } }
      case 'array':
        return [`${index} "quoted"`, "O'Brien, \\ €"]
      default:
        throw new Error(`${name}.${column.name} has a type that this test has no example of`)
    }
  }
  const properties = Object.entries(table).filter(([, column]) => columns.includes(column))
  return Object.fromEntries(properties.map(([key, column]) => [key, example(column)]))
}

/** Puts an embedded database with rows in every table where a server is to find it. */
export async function putExampleRows(directory: string, rowsEach: number): Promise<void> {
  await putEmptyDatabase(directory)
  const { client: embedded, close } = await openPgliteDatabase(directory)
  await embedded.exec('set session_replication_role = replica') // rows in whatever order
  for (const table of tables) {
    const rows = Array.from({ length: rowsEach }, (_, index) => exampleRow(table, index))
    await drizzle({ client: embedded }).insert(table).values(rows)
  }
  await close()
}
