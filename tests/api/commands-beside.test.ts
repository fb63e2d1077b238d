import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgresqlStore } from '../../server/store/postgresql'
import { entryExample, userExample } from '../support/examples'
import { createDatabase } from '../support/postgresql'
import { silentLog } from './sql-store-examples'

/** Runs a command as `npm run` does, in a directory without a file of settings. */
function run(name: 'explain' | 'admin', environment: Record<string, string>, ...words: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-command-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const program = join(inject('programsFolder'), `${name}.js`)
  return promisify(execFile)(process.execPath, [program, ...words], {
    cwd: directory,
    env: { PATH: process.env.PATH, ...environment },
  })
}

async function databaseWithStory(): Promise<string> {
  const url = await createDatabase(inject('postgresqlUrl'))
  const store = await openPostgresqlStore(url, silentLog)
  const createdAt = new Date('2026-11-01T09:00:00Z')
  const ada = { id: 'ada', organisationId: 'acme-id', email: 'ada@acme.test' }
  const admin = userExample({ ...ada, isAdmin: true })
  const entry = entryExample({ organisationId: 'acme-id', action: 'signed-up', audience: 'both' })
  const acme = { id: 'acme-id', name: 'Acme', slug: 'acme', createdAt }
  await store.createOrganisation(acme, admin, [entry])
  await store.close()
  return url
}

test('`explain` prints an organisation’s history with only the database’s settings, beside running servers', async () => {
  const DATABASE_URL = await databaseWithStory()
  const running = await openPostgresqlStore(DATABASE_URL, silentLog)
  onTestFinished(() => running.close())
  // These aren't complete settings of a production server: the commands need no more.
  const settings = { NODE_ENV: 'production', PAYMENTS: 'razorpay', MAIL: 'smtp', DATABASE_URL }
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

test('`explain` without a database names the folder that it looked in', async () => {
  await expect(run('explain', { DATA_DIR: '/nonexistent' }, 'acme')).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no database in /nonexistent.'),
  })
})

test('`admin` runs a request only after confirmation, beside running servers', async () => {
  const settings = { DATABASE_URL: await databaseWithStory() }
  const store = await openPostgresqlStore(settings.DATABASE_URL, silentLog)
  onTestFinished(() => store.close())
  const member = userExample({ id: 'ravi', organisationId: 'acme-id', email: 'ravi@acme.test' })
  await store.addUser(member, [entryExample({ organisationId: 'acme-id' })])
  const people = async () => (await store.findTeam('acme-id')).members.length

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
