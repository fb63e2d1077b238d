import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Store } from '../../server/api/store'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { addUser, createOrganisation } from '../../server/auth/signup'
import { openCommandStore } from '../../server/commands/command'
import { newOrganisation } from '../../server/people/person'
import { entryExample, userExample } from '../support/examples'
import { newFolder } from '../support/folders'
import { openClient } from '../support/open-client'
import { createDatabase, createEmptyDatabase } from '../support/postgresql'
import { silentLog } from './sql-store-examples'

/** The operator's commands, which `npm run` starts. */
const commands = ['explain', 'admin'] as const

const pathOf = (name: (typeof commands)[number]) => join(inject('programsFolder'), `${name}.js`)

/** @returns a new directory with settings of its own, none: a service on this machine may have some. It goes with the test. */
function newDirectory(): string {
  const directory = newFolder()
  writeFileSync(join(directory, '.env'), '')
  return directory
}

/** @returns a new directory where `npm run` knows the operator's commands, as this run has bundled them. */
function newProject(): string {
  const directory = newDirectory()
  const scripts = Object.fromEntries(commands.map((name) => [name, `node "${pathOf(name)}"`]))
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ scripts }))
  return directory
}

/** Runs a line of a shell in a directory. @throws Error with `code`, `stdout` and `stderr` if it fails. */
function runLine(line: string, cwd: string, environment: Record<string, string>) {
  return promisify(execFile)('sh', ['-c', line], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...environment },
  })
}

/** Runs a command as `npm run` does. */
function run(name: 'explain' | 'admin', environment: Record<string, string>, ...words: string[]) {
  return promisify(execFile)(process.execPath, [pathOf(name), ...words], {
    cwd: newDirectory(),
    env: { PATH: process.env.PATH, ...environment },
  })
}

/** Of an organisation that no test changes, but for entries about exports. */
let DATABASE_URL: string
beforeAll(async () => {
  DATABASE_URL = await databaseWithStory()
})

async function databaseWithStory(): Promise<string> {
  const url = await createDatabase(inject('postgresqlUrl'))
  const store = await openPostgresqlStore(url, silentLog)
  await tellStory(store)
  await store.close()
  return url
}

/** Founds an organisation. */
async function tellStory(store: Store): Promise<void> {
  const createdAt = new Date('2026-11-01T09:00:00Z')
  const ada = { id: 'ada', organisationId: 'acme-id', email: 'ada@acme.test' }
  const admin = userExample({ ...ada, isAdmin: true })
  const entry = entryExample({ organisationId: 'acme-id', action: 'signed-up', audience: 'both' })
  const acme = { ...newOrganisation({ name: 'Acme', slug: 'acme', createdAt }), id: 'acme-id' }
  await createOrganisation(store, null, acme, admin, [entry])
}

test('`explain` prints an organisation’s history with only the database’s settings, beside running servers', async () => {
  const running = await openPostgresqlStore(DATABASE_URL, silentLog)
  onTestFinished(() => running.close())
  // These aren't complete settings of a production server: the commands need no more.
  const settings = {
    NODE_ENV: 'production',
    PAYMENTS: 'razorpay',
    MAIL_DELIVERY: 'smtp',
    DATABASE_URL,
  }
  const { stdout } = await run(
    'explain',
    { ...settings, DATABASE_PREPARED_STATEMENTS: 'off' },
    'acme',
  )
  expect(stdout).toContain('Acme (acme, acme-id), since 2026-11-01T09:00:00.000Z')
  expect(stdout).toContain('signed-up')
  await expect(run('explain', settings, 'nobody')).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no organisation with the slug nobody.'),
  })
})

/** Opens the database that a command with these settings would. */
function openWith(settings: Record<'DATABASE_URL' | 'DATA_DIR', string>): Promise<Store> {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  return openCommandStore()
}

test('`admin` runs a request only after confirmation, beside running servers', async () => {
  const settings = { DATABASE_URL: await databaseWithStory() }
  const store = await openPostgresqlStore(settings.DATABASE_URL, silentLog)
  onTestFinished(() => store.close())
  const member = userExample({ id: 'ravi', organisationId: 'acme-id', email: 'ravi@acme.test' })
  await addUser(store, null, member, [entryExample({ organisationId: 'acme-id' })])
  const people = async () => (await store.all('users', { organisationId: 'acme-id' })).length

  const asked = run('admin', settings, 'remove', 'acme', 'ravi@acme.test')
  await expect(asked).rejects.toMatchObject({
    stderr: expect.stringMatching(
      /account of .*ravi@acme\.test.* is deleted[\s\S]*Nothing was done/,
    ),
  })
  expect(await people()).toBe(2)
  const { stdout } = await run('admin', settings, 'remove', 'acme', 'ravi@acme.test', '--yes')
  expect(stdout).toContain('is no member of Acme any more')
  expect(await people()).toBe(1)
})

test('a command refuses a database without Orglens, and creates nothing there', async () => {
  const empty = await createEmptyDatabase(inject('postgresqlUrl'))
  const opening = openWith({ DATABASE_URL: empty, DATA_DIR: '' })
  await expect(opening).rejects.toThrow('has no tables of Orglens')
  const client = await openClient(empty)
  const { rows } = await client.query(
    `select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(rows).toEqual([])
})

test('the documented export writes a file of JSON and nothing else', async () => {
  const [, command = '', row = ''] =
    /\| `(npm run [^`]+)…` [\s\S]+?`(export [^`]+)`/.exec(
      readFileSync('docs/operating.md', 'utf8'),
    ) ?? []
  const directory = newProject()
  const line = `${command}${row.replace('ravi@acme.test', 'ada@acme.test --yes')}`
  await runLine(line, directory, { DATABASE_URL })
  const exported = JSON.parse(readFileSync(join(directory, 'ravi.json'), 'utf8'))
  expect(JSON.stringify(exported)).toContain('ada@acme.test')
})

test('a command fails where its output can’t be written', async () => {
  const directory = newDirectory()
  writeFileSync(join(directory, 'read-only'), '')
  // Standard output is open for reading only.
  const line = `node "${pathOf('admin')}" export acme ada@acme.test --yes 1<read-only`
  await expect(runLine(line, directory, { DATABASE_URL })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Settings: \.env and the environment\.\n(?!node:).*EBADF: .*write\n$/s,
    ),
  })
})
