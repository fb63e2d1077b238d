import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Connection } from './sql/database'
import { isUnavailable, StoreUnavailable } from './unavailable'

/** The folder of the migrations, next to this file and to the bundle (`vite.server.config.ts` copies them there). */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * The oldest migration whose servers may work with the current schema. Two kinds of migration set this to their own name:
 * - A migration that protects somebody: a server that doesn't know it would silently drop the protection. Its first line
 *   names whom it protects: `-- Protects: …`, otherwise `-- Protects nobody.`
 * - A migration that removes what earlier servers use, or requires what they don't write.
 */
export const compatibleSince = '0000_tables'

/** Milliseconds that a migration waits for a lock. Every other statement on the table waits behind it. */
const lockTimeout = 2_000
/** Milliseconds until the next attempt after that. */
const pauseAfterLock = 10_000
/** The key of the advisory lock around a migration: any number that is unused in the database. */
const migrationLock = 4_215_873_206
const table = 'drizzle.__drizzle_migrations'

/** The database belongs to a newer version that this one can't work with. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

export interface Migration {
  name: string
  /** When it was written, in ms since 1970: it identifies and orders migrations. */
  writtenAt: number
  statements: string[]
  hash: string
}

/** @returns the migrations that `npm run generate:migrations` wrote, oldest first. */
export function readMigrations(): Migration[] {
  const journal = readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { tag: string; when: number }[] }
  return entries.map(({ tag, when }) => {
    const text = readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8')
    return {
      name: tag,
      writtenAt: when,
      statements: text.split('--> statement-breakpoint'),
      hash: createHash('sha256').update(text).digest('hex'),
    }
  })
}

/**
 * Migrates a database to the newest schema, one migration after the other. Servers that start at once take
 * turns.
 * @param connection one connection, or a pooler's.
 * @throws StoreUnavailable if it has to be retried; SchemaTooNew.
 */
export async function bringUpToDate(
  connection: Connection,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  for (;;) {
    const next = await nextMigration(connection, migrations)
    if (!next) return
    await runMigration(connection, next, migrations)
  }
}

/**
 * @returns the first migration that the database lacks; undefined if it is up to date.
 * @throws SchemaTooNew
 */
export async function nextMigration(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<Migration | undefined> {
  // Queries the catalogue itself: a function may remember the state before this connection
  // waited for its turn.
  const { rows } = await connection.query<{ exists: boolean }>(
    `select exists (select from pg_tables where schemaname || '.' || tablename = '${table}') as exists`,
  )
  if (!rows[0]?.exists) return migrations[0]
  const last = await lastWritten(connection)
  const known = migrations.at(-1)?.writtenAt ?? 0
  if (last > known && (await compatibleSinceOf(connection, known)) > known) {
    throw new SchemaTooNew(
      'The database belongs to a newer version of Orglens, which this one can’t work with. Start that version, or restore a backup from before it.',
    )
  }
  return migrations.find(({ writtenAt }) => writtenAt > last)
}

/** @returns when the database's last migration was written. */
async function lastWritten(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ last: string }>(
    `select max(created_at)::text as last from ${table}`,
  )
  return Number(rows[0]?.last)
}

/** @returns when the oldest migration was written whose servers may work with all migrations after `known`. */
async function compatibleSinceOf(connection: Connection, known: number): Promise<number> {
  const { rows } = await connection.query<{ since: string }>(
    `select max(compatible_since)::text as since from ${table} where created_at > $1`,
    [known],
  )
  return Number(rows[0]?.since)
}

/**
 * Runs a migration in a transaction of its own, unless another server has done so meanwhile. Nothing is
 * locked before or after: a pooler may give each transaction another connection.
 * @throws StoreUnavailable if it has to be retried, with the database's message.
 */
async function runMigration(
  connection: Connection,
  migration: Migration,
  migrations: readonly Migration[],
): Promise<void> {
  await connection.query('begin')
  try {
    await connection.query(`set local lock_timeout = ${lockTimeout}`)
    await connection.query('set local statement_timeout = 0')
    await takeTurn(connection)
    if ((await nextMigration(connection, migrations))?.name === migration.name) {
      await apply(connection, migration, migrations)
    }
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback').catch(() => {})
    const { message, code } = error as { message: string; code?: string }
    if (error instanceof SchemaTooNew || !isUnavailable(code)) throw error
    throw new StoreUnavailable(
      `The migration ${migration.name} has to wait: ${message}`,
      code === '55P03' ? pauseAfterLock : undefined,
    )
  }
}

/** Waits for others that migrate the same database, until the transaction ends. */
async function takeTurn(connection: Connection): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(${migrationLock})`)
}

async function apply(
  connection: Connection,
  migration: Migration,
  migrations: readonly Migration[],
): Promise<void> {
  const since = migrations.find(({ name }) => name === compatibleSince) ?? migration
  await connection.query('create schema if not exists drizzle')
  await connection.query(
    `create table if not exists ${table} (
       id serial primary key, hash text not null, created_at bigint not null, compatible_since bigint not null
     )`,
  )
  for (const statement of migration.statements) await connection.query(statement)
  await connection.query(
    `insert into ${table} (hash, created_at, compatible_since) values ($1, $2, $3)`,
    [migration.hash, migration.writtenAt, Math.min(since.writtenAt, migration.writtenAt)],
  )
}

/** Runs the missing migrations in the caller's transaction: all or none. */
export async function migrateInTransaction(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<void> {
  await takeTurn(connection)
  for (;;) {
    const next = await nextMigration(connection, migrations)
    if (!next) return
    await apply(connection, next, migrations)
  }
}

/**
 * @returns the name of a database's last migration.
 * @throws Error if it has none, or one that this version doesn't know.
 */
export async function lastMigration(connection: Connection): Promise<string> {
  const migrations = readMigrations()
  if ((await nextMigration(connection, migrations)) === migrations[0]) {
    throw new Error('The database has no tables of Orglens. Name the one that the servers use.')
  }
  const written = await lastWritten(connection)
  const last = migrations.find(({ writtenAt }) => writtenAt === written)
  if (last) return last.name
  throw new Error('The database belongs to a newer version of Orglens. Use that version’s command.')
}
