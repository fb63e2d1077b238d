import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { Store } from '../../server/api/store'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { addUser, createOrganisation } from '../../server/auth/signup'
import { newOrganisation } from '../../server/people/person'
import { entryExample, userExample } from '../support/examples'
import { newFolder } from '../support/folders'
import { createDatabase } from '../support/postgresql'
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
