import type { Connection } from '../../server/store/sql/database'

interface Column {
  name: string
  type: string
  required: boolean
  /** The table that it refers to. */
  target: string | null
}

/** Values of a row `n` that are hard to carry over, by their types. */
const examples: Readonly<Record<string, string>> = {
  text: `n || $$ "O'Brien"\\n\n\t€ 😀$$`,
  _text: `array[n || ' "quoted"', $$O'Brien, \\ €$$]`,
  bool: 'n % 2 = 0',
  int4: 'n',
  int8: 'n',
  float8: 'n + 0.30000000000000004::float8',
  jsonb: `jsonb_build_object('text', $$"O'Brien" \\ €$$, 'amount', 0.30000000000000004, 'row', n)`,
  timestamptz: "timestamptz '2026-01-01Z' + n * interval '86399.123 s'",
}

/**
 * Puts rows into each of the tables that has none, whatever its columns are: every third lacks what may be missing.
 * @param tables referenced ones first.
 * @throws Error for a column whose type has no example.
 */
export async function fillTables(
  connection: Connection,
  tables: readonly string[],
  rowsEach = 1,
): Promise<void> {
  for (const table of tables) {
    const { rows: columns } = await connection.query<Column>(`
      select attname as name, typname as type, attnotnull as required, confrelid::regclass as target
      from pg_attribute join pg_type on pg_type.oid = atttypid
        left join pg_constraint on conrelid = attrelid and contype = 'f' and conkey[1] = attnum
      where attrelid = 'public."${table}"'::regclass and attnum > 0 and not attisdropped`)
    const values = columns.map(({ name, type, required, target }) => {
      const value = target || name === 'id' ? `'${target ?? table} ' || n` : examples[type]
      if (!value) throw new Error(`${table}.${name}: no example of ${type}`)
      return required ? value : `case when n % 3 > 0 then ${value} end`
    })
    await connection.query(
      `insert into public."${table}" (${columns.map(({ name }) => `"${name}"`)}) select ${values}
       from generate_series(0, ${rowsEach - 1}) as n where not exists (select from public."${table}")`,
    )
  }
}
