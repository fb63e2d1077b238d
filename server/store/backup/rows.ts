import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from '../migrate'
import type { Connection } from '../sql/database'

/** Rows held in memory at once. */
export const batch = 500

/**
 * @param migration a migration's name.
 * @returns all tables of the schema after it, referenced ones first.
 */
export function tablesAfter(migration: string): string[] {
  const [number] = migration.split('_')
  const file = join(migrationsFolder, `meta/${number}_snapshot.json`)
  const snapshot = JSON.parse(readFileSync(file, 'utf8')) as {
    tables: Record<string, { name: string; foreignKeys: Record<string, { tableTo: string }> }>
  }
  const tables = new Map(Object.values(snapshot.tables).map((table) => [table.name, table]))
  const ordered = new Set<string>()
  const add = (name: string) => {
    for (const { tableTo } of Object.values(tables.get(name)?.foreignKeys ?? {})) {
      if (tableTo !== name) add(tableTo)
    }
    ordered.add(name)
  }
  for (const name of tables.keys()) add(name)
  return [...ordered]
}

/**
 * Removes a transaction's timeouts, and makes all databases write a row alike, whatever the settings of the role and the
 * database are.
 */
export async function beginSteadily(connection: Connection): Promise<void> {
  await connection.query(
    `select set_config(name, value, true) from (values
       ('TimeZone', 'UTC'), ('extra_float_digits', '1'), ('statement_timeout', '0'),
       ('idle_in_transaction_session_timeout', '0'), ('transaction_timeout', '0')
     ) as wanted (name, value) where name in (select name from pg_settings)`,
  )
}

/** @returns a table's rows as JSON, in batches, within a transaction. */
export async function* rowsOf(connection: Connection, table: string): AsyncGenerator<string[]> {
  await connection.query(
    `declare rows_of no scroll cursor for select row_to_json(one)::text as row from public."${table}" as one`,
  )
  for (;;) {
    const { rows } = await connection.query<{ row: string }>(`fetch ${batch} from rows_of`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await connection.query('close rows_of')
}
