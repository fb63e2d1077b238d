import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgresqlStore } from '../../server/store/postgresql'
import { entryExample, userExample } from '../support/examples'
import { createDatabase } from '../support/postgresql'
import { silentLog } from './sql-store-examples'

const program = fileURLToPath(new URL('../../server/explain.ts', import.meta.url))

/** Runs `npm run explain -- acme` in a directory without a file of settings. */
function explain(environment: Record<string, string>, slug = 'acme') {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-explain-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const parameters = ['--import', import.meta.resolve('tsx'), program, slug]
  return promisify(execFile)(process.execPath, parameters, {
    cwd: directory,
    env: { PATH: process.env.PATH, ...environment },
  })
}

async function databaseWithStory(): Promise<string> {
  const url = await createDatabase(inject('postgresqlUrl'))
  const store = await openPostgresqlStore(url, silentLog)
  const createdAt = new Date('2026-11-01T09:00:00Z')
  const admin = userExample({ id: 'ada', organisationId: 'acme-id', email: 'ada@acme.test' })
  const entry = entryExample({ organisationId: 'acme-id', action: 'signed-up', audience: 'both' })
  const acme = { id: 'acme-id', name: 'Acme', slug: 'acme', createdAt }
  await store.createOrganisation(acme, admin, [entry])
  await store.close()
  return url
}

test('an organisation’s story is told to whoever knows the database alone, with servers running', async () => {
  const DATABASE_URL = await databaseWithStory()
  const running = await openPostgresqlStore(DATABASE_URL, silentLog)
  onTestFinished(() => running.close())
  // The settings of a server in production lack much here: none of it is needed.
  const settings = { NODE_ENV: 'production', PAYMENTS: 'razorpay', MAIL: 'smtp', DATABASE_URL }
  const { stdout } = await explain({ ...settings, DATABASE_PREPARED_STATEMENTS: 'off' })
  expect(stdout).toContain('Acme (acme, acme-id), since 2026-11-01T09:00:00.000Z')
  expect(stdout).toContain('signed-up')
  await expect(explain(settings, 'nobody')).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no organisation with the slug nobody.'),
  })
})

test('a story of nowhere says where one has to look', async () => {
  await expect(explain({ DATA_DIR: '/nonexistent' })).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no database in /nonexistent.'),
  })
})
