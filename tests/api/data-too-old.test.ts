import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { newFolder } from '../support/folders'
import { newDatabase } from '../support/open-client'

const sentence =
  "This data was made by a version before 1.0.0, which 1.0.0 can't read. Use an empty database."

/** Runs a program of the server. @returns what it printed, and how it ended. */
function run(name: string, settings: Record<string, string>, ...words: string[]) {
  const program = join(inject('programsFolder'), `${name}.js`)
  const options = { cwd: newFolder(), env: { PATH: process.env.PATH, PORT: '0', ...settings } }
  return new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [program, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    )
  })
}

/** @returns the programs that opened a database, or said something else than the sentence. */
async function notRefused(settings: Record<string, string>) {
  const programs: [string, ...string[]][] = [
    ['node'],
    ['doctor'],
    ['backup', newFolder()],
    ['admin', 'list', 'acme'],
    ['explain', 'acme'],
  ]
  const ends = await Promise.all(
    programs.map(async ([name, ...words]) => ({ name, ...(await run(name, settings, ...words)) })),
  )
  return ends.filter(({ code, said }) => code !== 1 || said.split(sentence).length !== 2)
}

/** Makes what version 0.3.0 left in PostgreSQL, as far as this version looks at it. */
async function makeOlderTables(client: Client): Promise<void> {
  await client.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint, compatible_since bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at, compatible_since)
      values ('accounts', 1795132800000, 1795132800000), ('invoices', 1795709480117, 1795709480117);
    create table organisations (id text primary key, name text not null);
    insert into organisations values ('acme', 'Acme')`)
}

/** @returns all that a database has: its tables, each with when a row was last written, and its row. */
async function contentOf(client: Client): Promise<unknown> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const content = []
  for (const { name } of tables) {
    content.push(name, (await client.query(`select xmin, xmax, * from ${name}`)).rows)
  }
  return content
}

test('PostgreSQL with data from before 1.0.0 is refused in one sentence, and stays as it is', async () => {
  const { client, url } = await newDatabase()
  await makeOlderTables(client)
  const before = await contentOf(client)
  expect(await notRefused({ DATABASE_URL: url })).toEqual([])
  expect(await contentOf(client)).toEqual(before)
})

/** @returns each file and folder below one, with its time and a hash of its content. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .concat(folder)
    .map((path) => {
      const { mtimeMs, isFile } = { ...statSync(path), isFile: statSync(path).isFile() }
      const hash = isFile ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
      return `${path} ${mtimeMs} ${hash}`
    })
    .sort()
}

test('a data folder from before 1.0.0 is refused in one sentence, and stays as it is', async () => {
  const DATA_DIR = newFolder()
  // Where version 0.3.0 had it.
  mkdirSync(join(DATA_DIR, 'database', 'global'), { recursive: true })
  writeFileSync(join(DATA_DIR, 'database', 'PG_VERSION'), '18\n')
  writeFileSync(join(DATA_DIR, 'database', 'global', 'pg_control'), 'its state')
  const before = filesIn(DATA_DIR)
  expect(await notRefused({ DATA_DIR })).toEqual([])

  const { client, url } = await newDatabase()
  const moved = await run('move-to-postgresql', { DATA_DIR, DATABASE_URL: url })
  expect(moved).toMatchObject({ code: 1, said: expect.stringContaining(sentence) })
  expect(await contentOf(client)).toEqual([])
  expect(filesIn(DATA_DIR)).toEqual(before)
})

test('a backup from before 1.0.0 is refused in one sentence by either database, which stays empty', async () => {
  const head = { version: '0.3.0', madeAt: '2026-11-28T17:32:33.824Z', migration: '0032_invoices' }
  const lines = `${JSON.stringify(['orglens-backup', 1, head])}\n["table","organisations"]\n`
  const sha256 = createHash('sha256').update(lines).digest('hex')
  const file = join(newFolder(), 'orglens-2026-11-28T17-32-33-824Z.jsonl.gz')
  writeFileSync(file, gzipSync(`${lines}${JSON.stringify(['end', { rows: {}, sha256 }])}\n`))
  const DATA_DIR = join(newFolder(), 'data')
  const { client, url } = await newDatabase()
  for (const settings of [{ DATA_DIR }, { DATABASE_URL: url }]) {
    const { code, said } = await run('restore', settings, file)
    expect({ code, said: said.split('\n') }).toEqual({
      code: 1,
      said: ['Settings: the environment.', sentence, ''],
    })
  }
  expect(readdirSync(join(DATA_DIR, '..'))).toEqual([])
  expect(await contentOf(client)).toEqual([])
})
