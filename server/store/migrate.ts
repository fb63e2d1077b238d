import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Connection } from './copy'
import { isUnavailable, StoreUnavailable } from './unavailable'

/**
 * Where the migrations are: beside this file, and beside the bundle (`vite.server.config.ts` copies
 * them there).
 */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * The oldest migration whose servers work with the schema as it is now. Whatever takes away what they
 * use, or asks of rows what they don't write, moves this to the migration after which no server does so.
 */
export const compatibleSince = '0016_sessions_and_browsers'

/** How long a migration waits for a lock: whoever needs the table waits behind it. In ms. */
const lockTimeout = 2_000
/** How long it then leaves the others in peace, in ms. */
const pauseAfterLock = 10_000
/** Names the advisory lock around a migration: any number that nothing else in the database uses. */
const migrationLock = 4_215_873_206
const table = 'drizzle.__drizzle_migrations'

/** The database belongs to a newer version that this one can't work with. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/** One step of the schema. */
export interface Migration {
  name: string
  /** When it was written, in ms since 1970: migrations are told apart by it, and have its order. */
  writtenAt: number
  statements: string[]
  hash: string
}

/** @returns the migrations of a folder that `npm run generate:migrations` wrote, oldest first. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const journal = readFileSync(join(folder, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { tag: string; when: number }[] }
  return entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    return {
      name: tag,
      writtenAt: when,
      statements: text.split('--> statement-breakpoint'),
      hash: createHash('sha256').update(text).digest('hex'),
    }
  })
}

/**
 * Brings a database to the newest schema, one migration after the other. Servers that start at once take
 * turns.
 * @param connection one connection, or a pooler's.
 * @throws StoreUnavailable where it has to be tried again; SchemaTooNew.
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
 * @returns the first migration that the database lacks; undefined where it is up to date.
 * @throws SchemaTooNew
 */
export async function nextMigration(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<Migration | undefined> {
  // Looked up in the catalogue itself: a function that does so may remember what was before this
  // connection waited for its turn.
  const { rows } = await connection.query<{ exists: boolean }>(
    `select exists (select from pg_tables where schemaname || '.' || tablename = '${table}') as exists`,
  )
  if (!rows[0]?.exists) return migrations[0]
  const known = migrations.at(-1)?.writtenAt ?? 0
  // As JSON, because the version before doesn't have that column.
  const found = await connection.query<{ last: string | null; since: string | null }>(
    `select max(created_at)::text as last,
      max(coalesce((to_jsonb(done) ->> 'compatible_since')::bigint, created_at))
        filter (where created_at > $1)::text as since
     from ${table} as done`,
    [known],
  )
  const last = Number(found.rows[0]?.last ?? 0)
  if (Number(found.rows[0]?.since ?? 0) > known) {
    throw new SchemaTooNew(
      'The database belongs to a newer version of Orglens, which this one can’t work with. Start that version, or restore a backup from before it.',
    )
  }
  return migrations.find(({ writtenAt }) => writtenAt > last)
}

/**
 * Runs a migration in a transaction of its own, unless another server has done so meanwhile. Nothing is
 * locked before or after: a pooler may give each transaction another connection.
 * @throws StoreUnavailable where it has to be tried again, with what the database said.
 */
async function runMigration(
  connection: Connection,
  migration: Migration,
  migrations: readonly Migration[],
): Promise<void> {
  const since = migrations.find(({ name }) => name === compatibleSince) ?? migration
  await connection.query('begin')
  try {
    await connection.query(`set local lock_timeout = ${lockTimeout}`)
    await connection.query('set local statement_timeout = 0')
    await connection.query(`select pg_advisory_xact_lock(${migrationLock})`)
    if ((await nextMigration(connection, migrations))?.name === migration.name) {
      await connection.query('create schema if not exists drizzle')
      await connection.query(
        `create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
      )
      await connection.query(
        `alter table ${table} add column if not exists compatible_since bigint`,
      )
      for (const statement of migration.statements) await connection.query(statement)
      await connection.query(
        `insert into ${table} (hash, created_at, compatible_since) values ($1, $2, $3)`,
        [migration.hash, migration.writtenAt, Math.min(since.writtenAt, migration.writtenAt)],
      )
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
