import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { removeOutdated } from '../../server/app/housekeeping-job'
import { openPostgresqlStore } from '../../server/app/open-stores'
import { tablesAfter } from '../../server/store/backup/rows'
import { compatibleSince, type Migration, readMigrations } from '../../server/store/migrate'
import { migrateDatabase } from '../../server/store/postgresql/postgresql'
import { fillTables } from '../support/fill-tables'
import { openClient } from '../support/open-client'
import {
  countAdvisoryLocks,
  createDatabase,
  createEmptyDatabase,
  emptySearchPath,
} from '../support/postgresql'
import { demoHostForTest, startDemoHost } from '../support/running-host'
import { silentLog } from './sql-store-examples'

const migrations = readMigrations()
const soon = { interval: 50, timeout: 30_000 }

/** A migration that is written after all others. */
function newer(name: string, ...statements: string[]): Migration {
  const last = migrations.at(-1)?.writtenAt ?? 0
  return { name, writtenAt: last + 1 + statements.length, statements, hash: name }
}

test('a migration that waits for a lock lets others go on, says why, and is retried', async () => {
  const url = await createEmptyDatabase(inject('postgresqlUrl'))
  const next = migrations.findIndex(({ name }) => name === '0013_addresses_and_their_return')
  await migrateDatabase(url, undefined, migrations.slice(0, next))
  const backup = await openClient(url)
  // As pg_dump does.
  await backup.query('begin; lock table password_links, users in access share mode')
  const reasons: unknown[] = []
  const log = { info() {}, error: (_text: string, details = {}) => void reasons.push(details) }
  const host = await demoHostForTest({ DATABASE_URL: url }, log)

  expect(await (await fetch(`${host.url}/healthz`)).json()).toMatchObject({ status: 'migrating' })
  const ready = await fetch(`${host.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([503, { migrations: 'running' }])
  expect((await host.call('getPricing')).status).toBe(200)
  expect((await host.call('login', { email: 'a@b.test', password: 'x' })).status).toBe(503)
  await vi.waitFor(
    () =>
      expect(reasons).toContainEqual({
        reason:
          'The migration 0013_addresses_and_their_return has to wait: canceling statement due to lock timeout',
      }),
    soon,
  )
  // A server of the previous version, which keeps running.
  const other = await openClient(url)
  await other.query("set statement_timeout = '5s'; select * from password_links")

  await backup.query('commit')
  await vi.waitFor(async () => expect((await host.signInAdmin()).access).toBeTruthy(), soon)
  expect(await (await fetch(`${host.url}/healthz`)).json()).toMatchObject({ status: 'alive' })
})

test('without pending migrations nothing is locked and nothing waits', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const another = await openClient(url)
  await another.query('begin; lock table drizzle.__drizzle_migrations in exclusive mode')
  await another.query('select pg_advisory_lock(4215873206)')
  const opened = openPostgresqlStore(url, silentLog)
  await (await opened).close()
  expect(await countAdvisoryLocks(another)).toBe(1)
})

test('each migration is its own transaction: a finished one stays when the next one fails', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const good = newer('good', 'create table extra (id text)')
  const bad = newer('bad', 'alter table extra add column more text', 'select no_such_function()')
  await expect(migrateDatabase(url, undefined, [...migrations, good, bad])).rejects.toThrow(
    'no_such_function',
  )
  const client = await openClient(url)
  expect((await client.query('select * from extra')).fields.map(({ name }) => name)).toEqual(['id'])
  await migrateDatabase(url, undefined, [
    ...migrations,
    good,
    { ...bad, statements: bad.statements.slice(0, 1) },
  ])
  const { fields } = await client.query('select * from extra')
  expect(fields.map(({ name }) => name)).toEqual(['id', 'more'])
})

test('an empty search_path keeps no migration from its tables, and no server from working', async () => {
  const url = await createEmptyDatabase(inject('postgresqlUrl'))
  await emptySearchPath(url)
  const host = await demoHostForTest({ DATABASE_URL: url, RATE_LIMITS: 'on' })
  const { access } = await host.signInAdmin()
  expect((await host.call('getProfile', undefined, access)).status).toBe(200)
  const store = await openPostgresqlStore(url, silentLog)
  onTestFinished(store.close)
  const now = new Date()
  await removeOutdated(store, now)
  await store.findOldestWork(now)
  await store.clearCalls('nobody')
})

test('servers that start at once on an empty database run each migration once', async () => {
  for (let round = 0; round < 2; round += 1) {
    const url = await createEmptyDatabase(inject('postgresqlUrl'))
    await Promise.all(Array.from({ length: 6 }, () => migrateDatabase(url)))
    const client = await openClient(url)
    const { rows } = await client.query('select hash from drizzle.__drizzle_migrations')
    expect(rows).toHaveLength(migrations.length)
  }
})

test('a server older than the schema works if the schema allows it, and otherwise refuses to start', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const added = newer('added', 'create table added (id text)')
  await migrateDatabase(url, undefined, [...migrations, added])
  await (await startDemoHost({ DATABASE_URL: url })).stop()

  const client = await openClient(url)
  await client.query(
    'update drizzle.__drizzle_migrations set compatible_since = created_at where hash = $1',
    [added.hash],
  )
  await expect(startDemoHost({ DATABASE_URL: url })).rejects.toThrow(
    'The database belongs to a newer version of Orglens',
  )
})

test('a schema is called compatible only with servers whose tables and columns it still has', () => {
  const since = migrations.findIndex(({ name }) => name === compatibleSince)
  expect(since).toBeGreaterThan(0)
  const takesAway = /\b(drop (table|column)|rename|set not null|alter column .* type)\b/i
  const later = migrations.slice(since + 1)
  const offending = later.filter(({ statements }) =>
    statements.some((statement) => takesAway.test(statement.replace(/^--.*$/gm, ''))),
  )
  expect(offending.map(({ name }) => name)).toEqual([])
})

test('a schema is called compatible only with servers that know whom it protects', () => {
  const first = ({ statements }: Migration) => statements[0]?.split('\n')[0] ?? ''
  const saying = migrations.slice(migrations.findIndex(({ name }) => name.startsWith('0017')))
  const silent = saying.filter(
    (migration) => !/^-- Protects(: .+| nobody)\.$/.test(first(migration)),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
  const protecting = saying.filter((migration) => first(migration).startsWith('-- Protects: '))
  const newest = protecting.at(-1)?.name ?? ''
  expect(compatibleSince >= newest, `${newest} protects somebody`).toBe(true)
})

test('every migration succeeds where each table has a row already, and removes none; backups know its tables', async () => {
  const url = await createEmptyDatabase(inject('postgresqlUrl'))
  const client = await openClient(url)
  let tables: string[] = []
  for (const [index, { name }] of migrations.entries()) {
    await migrateDatabase(url, undefined, migrations.slice(0, index + 1)).catch(
      (error: unknown) => {
        throw new Error(`${name} fails where there are rows: ${error}`, { cause: error })
      },
    )
    const left = await client.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public'",
    )
    for (const table of tables.filter((one) => left.rows.some((row) => row.tablename === one))) {
      const { rowCount } = await client.query(`select from "${table}"`)
      expect(rowCount, `rows of ${table} after ${name}`).toBe(1)
    }
    tables = await fillTables(client)
    expect(tablesAfter(name).sort(), name).toEqual(tables.toSorted())
  }
  expect(tables.length).toBeGreaterThan(15)
})

test('a role without a statement timeout is reported at startup, with the remedy', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const client = await openClient(url)
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = 0`)
  const lines: [string, object?][] = []
  const log = { info() {}, error: (...line: [string, object?]) => void lines.push(line) }
  await (await openPostgresqlStore(url, log)).close()
  expect(lines).toEqual([
    [
      'PostgreSQL cancels statements later than this server gives up',
      {
        milliseconds: 0,
        remedy: expect.stringMatching(
          /^alter role ".+" in database ".+" set statement_timeout = 10000$/,
        ),
      },
    ],
  ])
})
