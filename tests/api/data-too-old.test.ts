import { execFile } from 'node:child_process'
import { join } from 'node:path'
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

test('PostgreSQL with data from before 1.0.0 is refused in one sentence, and stays as it is', async () => {
  const { client, url } = await newDatabase()
  // As far as this version looks at what 0.3.0 left.
  await client.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint, compatible_since bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at, compatible_since)
      values ('accounts', 1795132800000, 1795132800000), ('invoices', 1795709480117, 1795709480117)`)
  const content = async () => {
    const { rows } = await client.query('select xmin, xmax, * from drizzle.__drizzle_migrations')
    const tables = `select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`
    return [(await client.query(tables)).rowCount, rows]
  }
  const before = await content()
  expect(await notRefused({ DATABASE_URL: url })).toEqual([])
  expect(await content()).toEqual(before)
})
