import { createHash } from 'node:crypto'
import { version } from '../../../package.json'
import { type Migration, migrateInTransaction, readMigrations } from '../migrate'
import type { Connection } from '../sql/database'
import { checked, type Head, isRow, type Lines, readHead, readLine } from './lines'
import { batch, beginSteadily, rowsOf, tablesAfter } from './rows'

export interface Restored {
  head: Head
  rows: Map<string, number>
}

/** A checksum of rows in any order, with their number. */
class Sum {
  count = 0
  private readonly sum = Buffer.alloc(32)

  add(rows: readonly string[]): void {
    this.count += rows.length
    for (const row of rows) {
      const digest = createHash('sha256').update(row).digest()
      for (let at = 0; at < digest.length; at += 8) {
        this.sum.writeBigUInt64LE(this.sum.readBigUInt64LE(at) ^ digest.readBigUInt64LE(at), at)
      }
    }
  }

  equals(other: Sum): boolean {
    return this.count === other.count && this.sum.equals(other.sum)
  }
}

/**
 * Checks that nothing can be lost or mixed up.
 * @throws Error that names a table of the database.
 */
async function requireEmpty(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(
    `select format('%s.%s', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and nspname <> 'information_schema' and not starts_with(nspname, 'pg_')
     order by 1 limit 1`,
  )
  const [table] = rows
  if (table) {
    throw new Error(
      `The database is not empty: it has the table ${table.name}. Nothing was written. Give it a new database.`,
    )
  }
}

/**
 * Makes the tables of a backup, writes its rows into them, reads them back to compare, and brings them to this version's
 * schema.
 * @param connection to an empty database, in a transaction that the caller rolls back on an error.
 * @throws Error if the database isn't empty, the backup can't be read, or a row differs from its backup.
 */
export async function load(connection: Connection, source: Lines): Promise<Restored> {
  await beginSteadily(connection)
  await requireEmpty(connection)
  const migrations = readMigrations()
  const written = new Map<string, Sum>()
  let head: Head | undefined
  let table = ''
  let waiting: string[] = []

  async function write(): Promise<void> {
    if (waiting.length === 0) return
    await connection.query(
      `insert into public."${table}" select * from json_populate_recordset(null::public."${table}", $1::json)`,
      [`[${waiting}]`],
    )
    written.get(table)?.add(waiting)
    waiting = []
  }

  for await (const lines of checked(source)) {
    for (const line of lines) {
      if (isRow(line)) {
        waiting.push(line)
        if (waiting.length === batch) await write()
        continue
      }
      await write()
      if (!head) {
        head = readHead(line)
        const last = indexOfLast(head, migrations)
        await migrateInTransaction(connection, migrations.slice(0, last + 1))
        for (const name of tablesAfter(head.migration)) written.set(name, new Sum())
        continue
      }
      const [kind, name] = readLine(line)
      if (kind === 'table') table = String(name)
      if (kind === 'table' && !written.has(table)) {
        throw new Error(`The backup has a table that its schema doesn't have: ${table}.`)
      }
    }
  }
  if (!head) throw new Error('The backup is empty.')
  for (const [name, sum] of written) {
    const found = new Sum()
    for await (const rows of rowsOf(connection, name)) found.add(rows)
    if (!found.equals(sum)) {
      throw new Error(`The table ${name} differs from what was written: nothing is kept.`)
    }
  }
  await migrateInTransaction(connection, migrations)
  return { head, rows: new Map([...written].map(([name, { count }]) => [name, count])) }
}

/**
 * @returns the index of a backup's last migration among this version's.
 * @throws Error if the backup is newer.
 */
function indexOfLast(
  { version: other, migration }: Head,
  migrations: readonly Migration[],
): number {
  const index = migrations.findIndex(({ name }) => name === migration)
  if (index >= 0) return index
  throw new Error(
    `This backup was made by a build of Orglens ${other} with the migration ${migration}, which this build of ${version} doesn't know. Restore it with that build, or a later one.`,
  )
}
