import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { migrateDatabase } from '../../server/store/postgresql/postgresql'
import { startServer, type TestPostgresql, withClient } from './postgresql-server'

/**
 * Adds columns to every table, as a newer version's migrations may while this one runs (docs/contributing.md,
 * "The migration").
 * @param url of a PostgreSQL database with this version's schema.
 */
export function addColumnsOfNewerVersion(url: string): Promise<void> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    for (const { name } of rows) {
      await client.query(
        `alter table public."${name}" add column newer_text text, add column newer_flag boolean not null default false`,
      )
    }
  })
}

/**
 * Provides a PostgreSQL: the one of `TEST_DATABASE_URL`, whose user may create databases, else one of its own.
 * @throws Error if it can't be used.
 */
export async function startPostgresql(): Promise<TestPostgresql> {
  const given = process.env.TEST_DATABASE_URL
  return given ? shareServer(given) : startServer()
}

/**
 * @param url from `startPostgresql`.
 * @returns the address of a new database with the store's empty tables: a copy of one that is made once
 *   in a run. It goes when the server stops.
 */
export async function createDatabase(url: string): Promise<string> {
  const template = addressBeside(url, 'template')
  await withClient(url, async (client) => {
    // Of test files that need it at once, one makes it.
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      nameOf(template),
    ])
    if (rowCount === 0) {
      const unfinished = await createEmptyDatabase(url)
      await migrateDatabase(unfinished)
      await client.query(`alter database ${nameOf(unfinished)} rename to ${nameOf(template)}`)
    }
  })
  return await copyDatabase(url, nameOf(template))
}

/**
 * @param url from `startPostgresql`.
 * @returns the address of a new database without tables. It goes when the server stops.
 */
export function createEmptyDatabase(url: string): Promise<string> {
  // Template 0 can't be changed or used by anyone: the new database is empty.
  return copyDatabase(url, 'template0')
}

/** Empties the `search_path` of all later connections to a database, as `pg_dump` does to those of a pooler. */
export function emptySearchPath(url: string): Promise<void> {
  return withClient(url, (client) =>
    client.query(`alter database ${nameOf(url)} set search_path = ''`),
  )
}

/** @returns how many advisory locks are held in a connection's database: other tests hold theirs on the same server. */
export async function countAdvisoryLocks(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rowCount ?? 0
}

/** @returns how many statements wait for a lock in a connection's database. */
export async function countWaiting(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}

async function copyDatabase(url: string, template: string): Promise<string> {
  const copy = addressBeside(url, randomBytes(6).toString('hex'))
  await withClient(url, (client) =>
    // The other strategy writes each page into the log, too: it took twice as long.
    client.query(`create database ${nameOf(copy)} template ${template} strategy file_copy`),
  )
  return copy
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

/** @returns the address of another database of the same run. */
function addressBeside(url: string, name: string): string {
  const address = new URL(url)
  address.pathname += `_${name}`
  return address.href
}

/** The run's databases on a server that isn't ours begin with the name of the first. */
async function shareServer(serverUrl: string): Promise<TestPostgresql> {
  const address = new URL(serverUrl)
  address.pathname = `/orglens_test_${randomBytes(6).toString('hex')}`
  const first = nameOf(address.href)
  await withClient(serverUrl, (client) => client.query(`create database ${first}`))
  const own = `select datname from pg_database where starts_with(datname, '${first}')`
  return {
    url: address.href,
    stop: () =>
      withClient(serverUrl, async (client) => {
        for (const { datname } of (await client.query<{ datname: string }>(own)).rows) {
          await client.query(`drop database ${datname} with (force)`)
        }
      }),
  }
}
