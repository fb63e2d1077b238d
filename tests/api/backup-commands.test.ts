import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { newFolder, runBackup as run, signIn, startServer } from '../support/backups'
import { putEmptyDatabase } from '../support/pglite'
import { createDatabase, createEmptyDatabase } from '../support/postgresql'
import type { ServerProcess } from '../support/server-process'

const start = (settings: Record<string, string>) => startServer({ METRICS_PORT: '0', ...settings })

async function ageOfBackup(server: ServerProcess): Promise<string | undefined> {
  const [, address = ''] = /Metrics are at ([^\s"]+)/.exec(server.output()) ?? []
  const text = await (await fetch(address)).text()
  return /^orglens_last_backup_age_seconds\{kind="database"\} (.+)$/m.exec(text)?.[1]
}

test('the embedded database is backed up beside its server and without, and restored into either database it signs people in', async () => {
  const [folder, data] = [newFolder(), join(newFolder(), 'data')]
  await putEmptyDatabase(data)
  const server = await start({ DATA_DIR: data })
  expect(await ageOfBackup(server)).toBe('+Inf')
  const { stdout } = await run('backup', { DATA_DIR: data }, folder)
  const [beside = ''] = readdirSync(folder)
  const file = join(folder, beside)
  expect(stdout).toBe(`${file}: ${statSync(file).size} bytes\n`)
  expect(Number(await ageOfBackup(server))).toBeLessThan(60)
  expect(statSync(join(data, 'backup.socket')).mode & 0o777).toBe(0o600)
  await server.stop()
  expect(readdirSync(data)).toEqual(['database'])

  const DATA_DIR = join(newFolder(), 'data')
  const { stdout: said } = await run('restore', { DATA_DIR }, file)
  expect(said).toMatch(/^Restored 2 organisations with \d+ people: all \d+ rows, compared with/)
  expect(said).toMatch(/It is the state of 20\S+Z, written by Orglens \d/)
  expect(await signIn(await start({ DATA_DIR, DEMO_DATA: 'off' }))).toBe(200)

  const { stdout: kept } = await run('backup', { DATA_DIR: data }, folder, '--keep', '1')
  expect(kept).toContain(`\nDeleted ${beside}\n`)
  const [alone = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  const DATABASE_URL = await createEmptyDatabase(inject('postgresqlUrl'))
  await run('restore', { DATABASE_URL }, join(folder, alone))
  expect(await signIn(await start({ DATABASE_URL, DEMO_DATA: 'off' }))).toBe(200)
  await expect(run('restore', { DATABASE_URL }, join(folder, alone))).rejects.toMatchObject({
    stderr: expect.stringContaining('is not empty'),
  })
})

test('PostgreSQL is backed up beside its servers, which know the age', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const server = await start({ DATABASE_URL })
  expect(await ageOfBackup(server)).toBe('+Inf')
  const folder = newFolder()
  await run('backup', { DATABASE_URL }, folder)
  expect(readdirSync(folder)).toHaveLength(1)
  expect(Number(await ageOfBackup(server))).toBeLessThan(60)
  const direct = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nothing' }
  await run('backup', { ...direct, DATABASE_DIRECT_URL: DATABASE_URL }, folder)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('the commands refuse what they can’t do, and say what is right', async () => {
  const folder = newFolder()
  const refused = async (name: 'backup' | 'restore', ...words: string[]) => {
    const running = run(name, { DATA_DIR: join(folder, 'none') }, ...words)
    return ((await running.catch((error: unknown) => error)) as { stderr?: string }).stderr
  }
  expect(await refused('backup')).toContain('npm run backup -- <folder>')
  expect(await refused('backup', folder, '--keep', '0')).toContain('npm run backup -- <folder>')
  expect(await refused('backup', join(folder, 'else'))).toContain('There is no folder')
  expect(await refused('backup', folder)).toContain('There is no database in')
  expect(await refused('restore')).toContain('Name a backup')
  expect(await refused('restore', join(folder, 'nothing'))).toContain('There is no file')
  const other = join(folder, 'other.txt')
  writeFileSync(other, 'something else')
  expect(await refused('restore', other)).toContain('is no backup')
  expect(readdirSync(folder)).toEqual(['other.txt'])
})
