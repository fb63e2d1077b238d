import { readdirSync, readFileSync, statSync } from 'node:fs'
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

test('the embedded database is backed up beside its server, which knows the age, and without it, and restored into PostgreSQL, which is backed up by its direct address', async () => {
  const [DATA_DIR, folder] = [join(newFolder(), 'data'), newFolder()]
  await putEmptyDatabase(DATA_DIR)
  const server = await startServer({ DATA_DIR, METRICS_PORT: '0' })
  expect(await ageOfBackup(server)).toBe('+Inf')
  const { stdout } = await run('backup', { DATA_DIR }, folder)
  const [first = ''] = readdirSync(folder)
  const { size, mode } = statSync(join(folder, first))
  expect(stdout).toBe(`${join(folder, first)}: ${size} bytes\n`)
  // It holds hashes of passwords.
  expect(mode & 0o777).toBe(0o600)
  expect(Number(await ageOfBackup(server))).toBeLessThan(60)
  expect(statSync(join(DATA_DIR, 'backup.socket')).mode & 0o777).toBe(0o600)
  await server.stop()
  expect(readdirSync(DATA_DIR)).toEqual(['pglite'])

  const stderr = expect.stringContaining('npm run backup -- <folder> [--keep <number>]')
  for (const words of ['--kep 1', '--keep 0']) {
    const backup = run('backup', { DATA_DIR }, folder, ...words.split(' '))
    await expect(backup).rejects.toMatchObject({ stderr })
  }
  const { stdout: kept } = await run('backup', { DATA_DIR }, folder, '--keep', '1')
  expect(kept).toContain(`\nDeleted ${first}\n`)
  const [second = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  const DATABASE_URL = await createEmptyDatabase(inject('postgresqlUrl'))
  const { stdout: told } = await run('restore', { DATABASE_URL }, join(folder, second))
  expect(told).toMatch(/^Restored 2 organisations with \d+ people: all \d+ rows, compared with/)
  expect(told).toMatch(/It is the state of 20\S+Z, written by Orglens \d/)
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
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = JSON.stringify(scripts).match(/(?<=node build\/server\/)[\w-]+\.js/g) ?? []
  expect(readdirSync(inject('programsFolder'))).toEqual(expect.arrayContaining([...named]))
  expect((await run('node', {}, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+ \([\w-]+\)\n$/)
  const exported = await run('admin', settings, 'export', 'acme', 'ravi@acme.test', '--yes')
  expect(JSON.stringify(JSON.parse(exported.stdout))).toContain('ravi@acme.test')
  const asked = run('admin', settings, 'remove', 'acme', 'ravi@acme.test')
  const stderr = expect.stringMatching(/ravi@acme\.test.* is deleted[\s\S]*Nothing was done/)
  await expect(asked).rejects.toMatchObject({ stderr })
  const { stdout } = await run('admin', settings, 'remove', 'acme', 'ravi@acme.test', '--yes')
  expect(stdout).toContain('is no member of acme any more')
  expect(await store.all('users', {})).toMatchObject([{ email: 'ada@acme.test' }])
})
