import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { runBackup as run, signIn, startServer } from '../support/backups'
import { newFolder } from '../support/folders'
import { putEmptyDatabase } from '../support/pglite'
import { postTo, signedInAt } from '../support/post-to'
import { createDatabase, createEmptyDatabase } from '../support/postgresql'
import { type ServerProcess, startServerProcess } from '../support/server-process'

const start = (settings: Record<string, string>) => startServer({ METRICS_PORT: '0', ...settings })

async function ageOfBackup(server: ServerProcess): Promise<string | undefined> {
  const [, address = ''] = /Metrics are at ([^\s"]+)/.exec(server.output()) ?? []
  const text = await (await fetch(address)).text()
  return /^orglens_last_backup_age_seconds\{kind="database"\} (.+)$/m.exec(text)?.[1]
}

/** @returns the PDF of the demo's current period, in base64, once the server has fetched that receipt. */
async function newestPaper({ url }: ServerProcess): Promise<string> {
  const headers = await signedInAt(url)
  const fetched = async () => {
    const [newest] = (await (await fetch(`${url}/api/receipts/`, { headers })).json()).data
    return newest && Date.parse(newest.period_end) > Date.now() && newest
  }
  const { receipt_id } = await vi.waitUntil(fetched, { timeout: 30_000, interval: 200 })
  return (await (await postTo(url, 'receipts/pdf', { receipt_id }, headers)).json()).pdf
}

describe('the embedded database', () => {
  const root = mkdtempSync(join(tmpdir(), 'orglens-backups-'))
  const data = join(root, 'data')
  const folder = join(root, 'backups')
  const beside = {
    file: '',
    said: '',
    paper: '',
    ages: [] as (string | undefined)[],
    socketMode: 0,
  }

  beforeAll(async () => {
    mkdirSync(folder)
    await putEmptyDatabase(data)
    const server = await startServerProcess({
      RATE_LIMITS: 'off',
      METRICS_PORT: '0',
      DATA_DIR: data,
    })
    beside.ages.push(await ageOfBackup(server))
    beside.paper = await newestPaper(server)
    beside.said = (await run('backup', { DATA_DIR: data }, folder)).stdout
    beside.file = join(folder, readdirSync(folder)[0] ?? '')
    beside.ages.push(await ageOfBackup(server))
    beside.socketMode = statSync(join(data, 'backup.socket')).mode & 0o777
    await server.stop()
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test('is backed up beside its server, which knows the age', () => {
    expect(beside.said).toBe(`${beside.file}: ${statSync(beside.file).size} bytes\n`)
    expect(beside.ages[0]).toBe('+Inf')
    expect(Number(beside.ages[1])).toBeLessThan(60)
    expect(beside.socketMode).toBe(0o600)
    expect(readdirSync(data)).toEqual(['pglite'])
  })

  test('is restored into a folder, signs people in, and has the PDFs that were made', async () => {
    const DATA_DIR = join(newFolder(), 'data')
    const { stdout } = await run('restore', { DATA_DIR }, beside.file)
    expect(stdout).toMatch(/^Restored 2 organisations with \d+ people: all \d+ rows, compared with/)
    expect(stdout).toMatch(/It is the state of 20\S+Z, written by Orglens \d/)
    // A PDF that was made anew would name this one.
    const server = await start({ DATA_DIR, DEMO_DATA: 'off', SELLER: 'Another one|Elsewhere' })
    expect(await signIn(server)).toBe(200)
    expect(beside.paper).toMatch(/^JVBERi0/)
    expect(await newestPaper(server)).toBe(beside.paper)
  })

  test('is backed up without a server, and restored into an empty PostgreSQL only', async () => {
    const { stdout } = await run('backup', { DATA_DIR: data }, folder, '--keep', '1')
    expect(stdout).toContain(`\nDeleted ${basename(beside.file)}\n`)
    const [alone = '', ...others] = readdirSync(folder)
    expect(others).toEqual([])
    const DATABASE_URL = await createEmptyDatabase(inject('postgresqlUrl'))
    await run('restore', { DATABASE_URL }, join(folder, alone))
    await expect(run('restore', { DATABASE_URL }, join(folder, alone))).rejects.toMatchObject({
      stderr: expect.stringContaining('is not empty'),
    })
  })
})

test('PostgreSQL is backed up beside its servers, which know the age', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const server = await start({ DATABASE_URL })
  expect(await ageOfBackup(server)).toBe('+Inf')
  const folder = newFolder()
  await run('backup', { DATABASE_URL }, folder)
  const [file = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  // It holds hashes of passwords.
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  expect(Number(await ageOfBackup(server))).toBeLessThan(60)
  const direct = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nothing' }
  await run('backup', { ...direct, DATABASE_DIRECT_URL: DATABASE_URL }, folder)
  expect(readdirSync(folder)).toHaveLength(2)
})
