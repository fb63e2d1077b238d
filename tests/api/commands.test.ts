import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { add } from '../../server/store/change'
import { runCommand as run, startServer } from '../support/backups'
import { newFolder } from '../support/folders'
import { putEmptyDatabase } from '../support/pglite'
import { createDatabase, createEmptyDatabase } from '../support/postgresql'
import type { ServerProcess } from '../support/server-process'
import { found, founding, silentLog, userOf } from './sql-store-examples'

async function ageOfBackup(server: ServerProcess): Promise<string | undefined> {
  const [, address = ''] = /Metrics are at ([^\s"]+)/.exec(server.output()) ?? []
  const text = await (await fetch(address)).text()
  return /^orglens_last_backup_age_seconds\{kind="database"\} (.+)$/m.exec(text)?.[1]
}

test('the embedded database is backed up beside its server, which knows the age, and restored into a folder', async () => {
  const [data, folder] = [join(newFolder(), 'data'), newFolder()]
  await putEmptyDatabase(data)
  const server = await startServer({ DATA_DIR: data, METRICS_PORT: '0' })
  expect(await ageOfBackup(server)).toBe('+Inf')
  const { stdout } = await run('backup', { DATA_DIR: data }, folder)
  const file = join(folder, readdirSync(folder)[0] ?? '')
  const { size, mode } = statSync(file)
  expect(stdout).toBe(`${file}: ${size} bytes\n`)
  // It holds hashes of passwords.
  expect(mode & 0o777).toBe(0o600)
  expect(Number(await ageOfBackup(server))).toBeLessThan(60)
  expect(statSync(join(data, 'backup.socket')).mode & 0o777).toBe(0o600)
  await server.stop()
  expect(readdirSync(data)).toEqual(['pglite'])

  const DATA_DIR = join(newFolder(), 'data')
  const { stdout: told } = await run('restore', { DATA_DIR }, file)
  expect(told).toMatch(/^Restored 2 organisations with \d+ people: all \d+ rows, compared with/)
  expect(told).toMatch(/It is the state of 20\S+Z, written by Orglens \d/)
})

test('a backup without a server is restored into PostgreSQL, which is backed up by its direct address', async () => {
  const [DATA_DIR, folder] = [join(newFolder(), 'data'), newFolder()]
  await putEmptyDatabase(DATA_DIR)
  writeFileSync(join(folder, 'orglens-2026-01-01T00-00-00-000Z.jsonl.gz'), '')
  const { stdout } = await run('backup', { DATA_DIR }, folder, '--keep', '1')
  expect(stdout).toContain('\nDeleted orglens-2026-01-01T00-00-00-000Z.jsonl.gz\n')
  const [name = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  const DATABASE_URL = await createEmptyDatabase(inject('postgresqlUrl'))
  await run('restore', { DATABASE_URL }, join(folder, name))
  const unreachable = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nothing' }
  await run('backup', { ...unreachable, DATABASE_DIRECT_URL: DATABASE_URL }, folder)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('`admin` exports nothing but JSON, and removes only after confirmation', async () => {
  const settings = { DATABASE_URL: await createDatabase(inject('postgresqlUrl')) }
  const store = await openPostgresqlStore(settings.DATABASE_URL, silentLog)
  onTestFinished(store.close)
  const [acme, ada] = founding('acme', 'ada@acme.test')
  await found(store, acme, ada)
  await store.save(add('users', userOf(acme, 'ravi@acme.test')))
  const exported = await run('admin', settings, 'export', 'acme', 'ravi@acme.test', '--yes')
  expect(JSON.stringify(JSON.parse(exported.stdout))).toContain('ravi@acme.test')
  const asked = run('admin', settings, 'remove', 'acme', 'ravi@acme.test')
  const stderr = expect.stringMatching(/ravi@acme\.test.* is deleted[\s\S]*Nothing was done/)
  await expect(asked).rejects.toMatchObject({ stderr })
  const { stdout } = await run('admin', settings, 'remove', 'acme', 'ravi@acme.test', '--yes')
  expect(stdout).toContain('is no member of acme any more')
  expect(await store.all('users', {})).toMatchObject([{ email: 'ada@acme.test' }])
})
