import type { Client } from 'pg'

interface Column {
  name: string
  type: string
  isRequired: boolean
  /** The column that it refers to: `organisations.id`. */
  refersTo: string | null
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
 * @returns the names of the tables, each after those that it refers to.
 * @throws Error for a column whose type has no example.
 */
export async function fillTables(client: Client): Promise<string[]> {
  const tables = await readTables(client)
  const filled: string[] = []
  while (filled.length < tables.size) {
    const next = [...tables].find(
      ([name, columns]) =>
        !filled.includes(name) &&
        columns.every(({ refersTo }) => {
          const [target = ''] = refersTo?.split('.') ?? []
          return target === '' || target === name || filled.includes(target)
        }),
    )
    if (!next) throw new Error(`Tables refer to each other: all but ${filled.join(', ')}`)
    await fillTable(client, ...next)
    filled.push(next[0])
  }
  return filled
}

async function readTables(client: Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column & { table: string }>(`
    select t.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and not a.atthasdef as "isRequired",
      (select k.confrelid::regclass || '.' || (select attname from pg_attribute
         where attrelid = k.confrelid and attnum = k.confkey[1])
       from pg_constraint k where k.conrelid = t.oid and k.contype = 'f' and k.conkey[1] = a.attnum
       limit 1) as "refersTo"
    from pg_class t join pg_attribute a on a.attrelid = t.oid
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and a.attnum > 0
      and not a.attisdropped order by t.relname, a.attnum`)
  const tables = new Map<string, Column[]>()
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row])
  return tables
}

async function fillTable(client: Client, table: string, columns: Column[]): Promise<void> {
  const { rowCount } = await client.query(`select from "${table}" limit 1`)
  if (rowCount !== 0) return
  const required = columns.filter(({ isRequired }) => isRequired)
  const values: unknown[] = []
  for (const { name, type, refersTo } of required) {
    const [target, column] = refersTo?.split('.') ?? []
    const referred = target && (await client.query(`select "${column}" from "${target}" limit 1`))
    const value = referred ? referred.rows[0]?.[column as string] : examples[type]
    if (value === undefined) throw new Error(`${table}.${name}: no example of ${type}`)
    values.push(value)
  }
  const names = required.map(({ name }) => `"${name}"`).join()
  const places = required.map((_column, index) => `$${index + 1}`).join()
  await client.query(`insert into "${table}" (${names}) values (${places})`, values)
}
