import type { Client } from 'pg'

/** A column that a row must have. */
interface Column {
  table: string
  name: string
  type: string
  /** The table and column that it refers to, or null. */
  target: string | null
  key: string | null
}

/** A value for each type of the schema; a type without one fails the test that needs it. */
const examples: Readonly<Record<string, unknown>> = {
  text: 'example',
  boolean: true,
  bigint: 1,
  integer: 1,
  'double precision': 1,
  jsonb: '{}',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  'text[]': '{}',
}

/**
 * Puts one row into each table of the public schema that has none, whatever its columns are.
 * @returns the names of the tables.
 * @throws Error for a column whose type has no example.
 */
export async function fillTables(client: Client): Promise<string[]> {
  const { rows: columns } = await client.query<Column>(`
    select t.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      target.relname as target, key.attname as key
    from pg_class t join pg_attribute a on a.attrelid = t.oid
      left join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' and c.conkey[1] = a.attnum
      left join pg_class target on target.oid = c.confrelid
      left join pg_attribute key on key.attrelid = c.confrelid and key.attnum = c.confkey[1]
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and a.attnum > 0
      and not a.attisdropped and a.attnotnull and not a.atthasdef`)
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  )
  const names = rows.map(({ tablename }) => tablename)
  const left = new Set(names)
  while (left.size > 0) {
    const next = [...left].find((name) =>
      columns.every(({ table, target }) => table !== name || !target || !left.has(target)),
    )
    if (next === undefined) throw new Error(`Tables refer to each other: ${[...left].join(', ')}`)
    left.delete(next)
    const own = columns.filter(({ table }) => table === next)
    await fillTable(client, next, own)
  }
  return names
}

async function fillTable(client: Client, table: string, columns: Column[]): Promise<void> {
  const { rowCount } = await client.query(`select from "${table}" limit 1`)
  if (rowCount !== 0) return
  const values: unknown[] = []
  for (const { name, type, target, key } of columns) {
    const referred = target && (await client.query(`select "${key}" from "${target}" limit 1`))
    const value = referred ? referred.rows[0]?.[key as string] : examples[type]
    if (value === undefined) throw new Error(`${table}.${name}: no example of ${type}`)
    values.push(value)
  }
  const names = columns.map(({ name }) => `"${name}"`).join()
  const places = columns.map((_column, index) => `$${index + 1}`).join()
  await client.query(`insert into "${table}" (${names}) values (${places})`, values)
}
