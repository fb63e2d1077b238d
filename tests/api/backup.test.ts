import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { openPostgresqlStore } from '../../server/app/sql-store'
import {
  backUpFolder,
  backUpPostgresql,
  moveToPostgresql,
  restoreToFolder,
  restoreToPostgresql,
} from '../../server/store/backup/ends'
import { keepNewest, readBackup, writeBackup } from '../../server/store/backup/file'
import { load } from '../../server/store/backup/load'
import { tablesAfter } from '../../server/store/backup/rows'
import { readMigrations } from '../../server/store/migrate'
import { openPgliteDatabase } from '../../server/store/pglite/pglite'
import { connectTo, migrateDatabase } from '../../server/store/postgresql/postgresql'
import { runCommand } from '../support/backups'
import { fillTables } from '../support/fill-tables'
import { newFolder } from '../support/folders'
import { newDatabase, openClient } from '../support/open-client'
import { putEmptyDatabase } from '../support/pglite'
import { createDatabase, createEmptyDatabase, emptySearchPath } from '../support/postgresql'
import { silentLog } from './sql-store-examples'

/** Two tables have more rows than are read at once. */
const longTables = ['organisations', 'users']
const rowsIn = (table: string) => (longTables.includes(table) ? 600 : 8)
const migrations = readMigrations()
const tables = tablesAfter(migrations.at(-1)?.name ?? '')

async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  return rows.map(({ name }) => name)
}

/** As the command does. */
async function restoreInto(target: Client | string, file: string) {
  const lines = await readBackup(file)
  return typeof target === 'string'
    ? restoreToFolder(target, lines)
    : restoreToPostgresql(target, lines)
}

const textIn = (file: string) => gunzipSync(readFileSync(file)).toString()
/** What a backup has but for when it was made and its checksum, in one order. */
const contentOf = (file: string) => textIn(file).split('\n').slice(1, -2).sort()

describe('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orglens-backups-'))
  const directory = join(folder, 'data')
  let file: string
  /** A database that refuses what is damaged, and stays without tables. */
  let empty: Client

  beforeAll(async () => {
    await putEmptyDatabase(directory)
    const { client, close } = await openPgliteDatabase(directory)
    await fillTables(client, longTables, 600)
    await fillTables(client, tables, 8)
    await close()
    file = await backUpFolder(directory, (source) => writeBackup(folder, source))
    empty = await connectTo(await createEmptyDatabase(inject('postgresqlUrl')))
  })
  afterAll(async () => {
    await empty.end()
    rmSync(folder, { recursive: true })
  })

  test('has every row, and is restored into either database and from there into the other, also after an interrupted first start', async () => {
    const { url, client: first } = await newDatabase()
    await emptySearchPath(url)
    // Of a role or a database, which rows are not to depend on.
    for (const setting of ["timezone = 'Asia/Tokyo'", 'extra_float_digits = -5']) {
      await first.query(`alter database ${new URL(url).pathname.slice(1)} set ${setting}`)
    }
    const client = await openClient(url)
    const { rows } = await restoreInto(client, file)
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(tables.map((name) => [name, rowsIn(name)])),
    )
    const again = await backUpPostgresql(client, (source) => writeBackup(newFolder(), source))
    expect(contentOf(again)).toEqual(contentOf(file))
    const [, , { madeAt }] = JSON.parse(textIn(again).split('\n', 1)[0] ?? '')
    const recorded = "select from public.backups where name = 'last' and made_at = $1"
    expect((await client.query(recorded, [madeAt])).rowCount).toBe(1)
    await backUpPostgresql(client, async () => {})
    expect((await client.query(recorded, [madeAt])).rowCount, 'until the next').toBe(0)
    const other = join(newFolder(), 'data')
    // What an interrupted first start leaves.
    const unfinished = join(other, 'pglite.unfinished')
    mkdirSync(unfinished, { recursive: true })
    writeFileSync(join(unfinished, 'PG_VERSION'), '18\n')
    await runCommand('restore', { DATA_DIR: other }, again)
    // That is all there is.
    expect(readdirSync(other)).toEqual(['pglite'])
    const last = await backUpFolder(other, (source) => writeBackup(newFolder(), source))
    // The one before is recorded by now.
    expect(contentOf(last).length).toBe(contentOf(file).length)
    const store = await openPostgresqlStore(url, silentLog)
    onTestFinished(store.close)
    expect(await store.one('subscriptions', { id: 'subscriptions 7' })).toMatchObject({
      plan: { amount: 0.1 + 0.2, row: 7 },
    })
  })

  const changed = (change: (text: string) => string) => gzipSync(change(textIn(file)))
  /** With a checksum of its own. */
  const ofLaterSchema = (text: string) => {
    const later = text.replace(/"migration":"[^"]+"/, '"migration":"9999_later"')
    const lines = later.slice(0, later.indexOf('["end"'))
    const sha256 = createHash('sha256').update(lines).digest('hex')
    return `${lines}${JSON.stringify(['end', { rows: {}, sha256 }])}\n`
  }

  test.each<[what: string, bytes: () => Buffer, says: string]>([
    [
      'a letter is another one',
      () => changed((text) => text.replace('1 \\"O\'Brien', '1 \\"O\'Bryan')),
      'differs from its checksum',
    ],
    ['its bytes end too soon', () => readFileSync(file).subarray(0, -3_000), 'cut short'],
    ['there is none', () => Buffer.from('PGDMP'), 'is no backup, or is damaged: incorrect header'],
    ['its schema is newer', () => changed(ofLaterSchema), 'with the migration 9999_later, which'],
  ])('of which %s is refused, and leaves nothing', async (_, bytes, says) => {
    const damaged = join(newFolder(), 'damaged.jsonl.gz')
    writeFileSync(damaged, bytes())
    await expect(restoreInto(empty, damaged)).rejects.toThrow(says)
    expect(await tablesOf(empty)).toEqual([])
  })

  test('is refused by a database with any table, and by a folder with a database', async () => {
    const { client } = await newDatabase()
    await client.query('create schema theirs; create table theirs.things (id int)')
    await expect(restoreInto(client, file)).rejects.toThrow(
      'The database is not empty: it has the table theirs.things.',
    )
    expect(await tablesOf(client)).toEqual(['theirs.things'])
    const backup = backUpPostgresql(client, (source) => writeBackup(newFolder(), source))
    await expect(backup).rejects.toThrow('has no tables of Orglens. Name the one that the servers')
    await expect(restoreInto(directory, file)).rejects.toThrow('There is a database in')
  })

  test('leaves nothing when a row arrives otherwise than it was', async () => {
    const changing = (text: string, values?: unknown[]) =>
      empty.query(
        text,
        text.startsWith('insert into public."users"')
          ? [String(values?.[0]).replace('107 \\"O', '107 \\"P')]
          : values,
      )
    await empty.query('begin')
    onTestFinished(async () => void (await empty.query('rollback')))
    await expect(
      load({ query: changing as Client['query'] }, await readBackup(file)),
    ).rejects.toThrow('The table users differs from what was written: nothing is kept.')
  })

  test('has the same rows as a database that was moved to PostgreSQL', async () => {
    const { client } = await newDatabase()
    await moveToPostgresql(directory, client)
    const moved = await backUpPostgresql(client, (source) => writeBackup(newFolder(), source))
    // The backup has been recorded since.
    const isRecord = (line: string) => line.startsWith('{"name":"last",')
    expect(contentOf(moved).filter(isRecord)).toHaveLength(1)
    expect(contentOf(moved).filter((line) => !isRecord(line))).toEqual(contentOf(file))
  })
})

test('a backup of an earlier schema is restored with every row, and brought to the newest one', async () => {
  const [earlier, later] = [await newDatabase(), await newDatabase()]
  await migrateDatabase(earlier.url, undefined, migrations.slice(0, -1))
  const before = tablesAfter(migrations.at(-2)?.name ?? '')
  await fillTables(earlier.client, before)
  const file = await backUpPostgresql(earlier.client, (source) => writeBackup(newFolder(), source))
  const { rows } = await restoreInto(later.client, file)
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(before.map((name) => [name, 1])))
  const newest = tables.map((name) => `public.${name}`)
  expect(await tablesOf(later.client)).toEqual(expect.arrayContaining(newest))
})

test('a backup sees one state, whatever is written meanwhile', async () => {
  const url = await createDatabase(inject('postgresqlUrl'))
  const [client, other] = [await openClient(url), await openClient(url)]
  await fillTables(client, tables)
  const file = await backUpPostgresql(client, async (source) => {
    async function* meddled() {
      for await (const lines of source) {
        yield lines
        await other.query(`update users set full_name = full_name || '!'`)
        await other.query('delete from mails')
      }
    }
    return await writeBackup(newFolder(), meddled())
  })
  expect(textIn(file)).not.toContain('!')
  expect(textIn(file)).toMatch(/\["table","mails"\]\n\{/)
})

test('the newest backups are kept, and one that fails leaves no file', async () => {
  const folder = newFolder()
  const names = [1, 2, 3].map((day) => `orglens-2026-01-0${day}T00-00-00-000Z.jsonl.gz`)
  const killed = `${names[0]}.partial`
  for (const name of [...names, killed, 'notes.txt']) writeFileSync(join(folder, name), '')
  expect(keepNewest(folder, 2)).toEqual(names.slice(0, 1))
  async function* failing() {
    yield ['["orglens-backup",1,{}]']
    throw new Error('no more')
  }
  const tonight = new Date(Date.now() + 23 * 3_600_000)
  await expect(writeBackup(folder, failing(), tonight)).rejects.toThrow('no more')
  expect(readdirSync(folder)).toContain(killed)
  const tomorrow = new Date(Date.now() + 25 * 3_600_000)
  await expect(writeBackup(folder, failing(), tomorrow)).rejects.toThrow('no more')
  expect(readdirSync(folder).sort()).toEqual(['notes.txt', ...names.slice(1)])
})
