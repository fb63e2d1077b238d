import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, inject, test, vi } from 'vitest'
import { tablesAfter } from '../../server/store/backup/rows'
import {
  compatibleSince,
  lastMigration,
  type Migration,
  readMigrations,
} from '../../server/store/migrate'
import { migrateDatabase } from '../../server/store/postgresql/postgresql'
import { fillTables } from '../support/fill-tables'
import { newDatabase, openClient } from '../support/open-client'
import { countWaiting, createDatabase } from '../support/postgresql'
import { startDemoHost } from '../support/running-host'

const migrations = readMigrations()
const soon = { interval: 50, timeout: 30_000 }

const modules = import.meta.glob<object>('../../server/**/tables.ts', { eager: true })
const schemaLines = `
  select format('%s.%s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull)
  from pg_attribute join pg_class on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
  union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select indexdef from pg_indexes where schemaname = 'public' order by 1`

/** A migration that is written after all others. */
function newer(name: string, ...statements: string[]): Migration {
  const last = migrations.at(-1)?.writtenAt ?? 0
  return { name, writtenAt: last + 1 + statements.length, statements, hash: name }
}

test('a migration that waits for a lock lets others go on, says why, and is retried', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const backup = await openClient(url)
  const limited = `alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '60s'`
  await backup.query(limited)
  // As pg_dump does.
  await backup.query('begin; lock table password_links, users in access share mode')
  // However long it takes.
  const limits = "create table limits as select current_setting('statement_timeout') as statement"
  const changing = newer('changing', 'alter table password_links add column extra text', limits)
  const migrate = () => migrateDatabase(url, undefined, [...migrations, changing])
  const other = await openClient(url)
  const refusal = migrate().catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await countWaiting(other)).toBe(1), soon)
  // A server of the previous version, which keeps running.
  await other.query("set statement_timeout = '5s'; select * from password_links")
  expect(await refusal).toMatchObject({
    pause: 10_000,
    message: 'The migration changing has to wait: canceling statement due to lock timeout',
  })
  await backup.query('commit')
  await migrate()
  const { fields } = await other.query('select * from password_links')
  expect(fields.map(({ name }) => name)).toContain('extra')
  expect((await other.query('select statement from limits')).rows).toEqual([{ statement: '0' }])
})

test('servers that start at once on an empty database run each migration once', async () => {
  const { client, url } = await newDatabase()
  await Promise.all(Array.from({ length: 6 }, () => migrateDatabase(url)))
  const { rows } = await client.query('select hash from drizzle.__drizzle_migrations')
  expect(rows).toHaveLength(migrations.length)
})

test('the migrations make what the tables of the code say: each column, constraint and index', async () => {
  const [made, said] = [await newDatabase(), await newDatabase()]
  await migrateDatabase(made.url)
  const wanted = generateDrizzleJson(Object.assign({}, ...Object.values(modules)))
  for (const statement of await generateMigration(generateDrizzleJson({}), wanted))
    await said.client.query(statement)
  const schemaOf = async ({ client }: typeof made) =>
    (await client.query({ text: schemaLines, rowMode: 'array' })).rows.flat()
  const lines = await schemaOf(made)
  expect(lines.length).toBeGreaterThan(400)
  expect(lines).toEqual(await schemaOf(said))
})

test('a server older than the schema works if the schema allows it, and otherwise refuses to start', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const added = newer('added', 'create table added (id text)')
  await migrateDatabase(url, undefined, [...migrations, added])
  await (await startDemoHost({ DATABASE_URL: url })).stop()

  const client = await openClient(url)
  // A backup would miss its tables.
  await expect(lastMigration(client)).rejects.toThrow('Use that version’s command.')
  await client.query(
    'update drizzle.__drizzle_migrations set compatible_since = created_at where hash = $1',
    [added.hash],
  )
  await expect(startDemoHost({ DATABASE_URL: url })).rejects.toThrow(
    'The database belongs to a newer version of Orglens',
  )
})

test('a schema is called compatible only with servers whose tables it has, and that know whom it protects', () => {
  const since = migrations.findIndex(({ name }) => name === compatibleSince)
  expect(since).toBeGreaterThanOrEqual(0)
  for (const [index, { name, statements }] of migrations.entries()) {
    if (index === 0) continue
    const [firstLine] = statements[0]?.split('\n') ?? []
    expect(firstLine, name).toMatch(/^-- Protects(: .+| nobody)\.$/)
    if (index <= since) continue
    expect(firstLine, name).toBe('-- Protects nobody.')
    const takesAway = /\b(drop (table|column)|rename|set not null|alter column .* type)\b/i
    for (const one of statements) expect(one.replace(/^--.*$/gm, ''), name).not.toMatch(takesAway)
  }
})

test('every migration succeeds where each table has a row already, and removes none; backups know its tables', async () => {
  const { client, url } = await newDatabase()
  let tables: string[] = []
  for (const [index, { name }] of migrations.entries()) {
    await migrateDatabase(url, undefined, migrations.slice(0, index + 1)).catch(
      (error: unknown) => {
        throw new Error(`${name} fails where there are rows: ${error}`, { cause: error })
      },
    )
    const { rows } = await client.query(
      "select tablename from pg_tables where schemaname = 'public'",
    )
    const left: string[] = rows.map(({ tablename }) => tablename)
    for (const table of tables.filter((one) => left.includes(one))) {
      const { rowCount } = await client.query(`select from "${table}"`)
      expect(rowCount, `rows of ${table} after ${name}`).toBe(1)
    }
    tables = tablesAfter(name)
    expect(left.sort(), name).toEqual(tables.toSorted())
    await fillTables(client, tables)
  }
  expect(tables.length).toBeGreaterThan(15)
})
