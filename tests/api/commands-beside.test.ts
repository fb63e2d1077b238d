import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { add } from '../../server/store/change'
import { newFolder } from '../support/folders'
import { createDatabase } from '../support/postgresql'
import { found, founding, silentLog, userOf } from './sql-store-examples'

function run(environment: Record<string, string>, ...words: string[]) {
  const cwd = newFolder()
  // A service on this machine may have settings.
  writeFileSync(join(cwd, '.env'), '')
  const program = join(inject('programsFolder'), 'admin.js')
  return promisify(execFile)(process.execPath, [program, ...words], {
    cwd,
    env: { PATH: process.env.PATH, ...environment },
  })
}

test('`admin` exports nothing but JSON, and removes only after confirmation', async () => {
  const settings = { DATABASE_URL: await createDatabase(inject('postgresqlUrl')) }
  const store = await openPostgresqlStore(settings.DATABASE_URL, silentLog)
  onTestFinished(store.close)
  const [acme, admin] = founding('acme', 'ada@acme.test')
  await found(store, acme, admin)
  await store.save(add('users', userOf(acme, 'ravi@acme.test')))
  const exported = await run(settings, 'export', 'acme', 'ravi@acme.test', '--yes')
  expect(JSON.stringify(JSON.parse(exported.stdout))).toContain('ravi@acme.test')
  const asked = run(settings, 'remove', 'acme', 'ravi@acme.test')
  await expect(asked).rejects.toMatchObject({
    stderr: expect.stringMatching(
      /account of .*ravi@acme\.test.* is deleted[\s\S]*Nothing was done/,
    ),
  })
  const { stdout } = await run(settings, 'remove', 'acme', 'ravi@acme.test', '--yes')
  expect(stdout).toContain('is no member of acme any more')
  expect((await store.all('users', {})).map(({ email }) => email)).toEqual(['ada@acme.test'])
})
