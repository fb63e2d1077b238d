import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { acquireDirectoryLock } from '../../server/store/pglite/directory-lock'
import { openPglite, openPgliteDatabase } from '../../server/store/pglite/pglite'
import { prepareEmbeddedStatements } from '../../server/store/prepared-statements'
import { putEmptyDatabase } from '../support/pglite'
import { silentLog } from './sql-store-examples'

const directory = mkdtempSync(join(tmpdir(), 'orglens-embedded-'))
let client: PGlite
let close: () => Promise<void>

async function open(): Promise<void> {
  ;({ client, close } = await openPgliteDatabase(directory))
  prepareEmbeddedStatements(client)
}

beforeAll(async () => {
  await putEmptyDatabase(directory)
  await open()
  await client.exec('create table numbers (n int)')
})

afterAll(async () => {
  await close()
  rmSync(directory, { recursive: true })
})

test('acknowledges nothing before it is on disk', async () => {
  const fsync = vi.spyOn(fs, 'fsyncSync')
  await client.query('insert into numbers values (1)')
  expect(fsync).toHaveBeenCalled()
  fsync.mockRestore()
})

test('lets no other user of the machine into its files, also where they were open before', async () => {
  const folder = join(directory, 'pglite')
  const openToOthers = () => {
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return ['.', ...names].filter((name) => fs.statSync(join(folder, name)).mode & 0o077)
  }
  expect(openToOthers()).toEqual([])
  await close()
  fs.chmodSync(folder, 0o755)
  fs.chmodSync(join(folder, 'PG_VERSION'), 0o666)
  await open()
  expect(openToOthers()).toEqual([])
})

test('is opened once another process has closed it', async () => {
  const lock = join(directory, 'database.lock')
  const closing = close()
  expect(fs.existsSync(lock)).toBe(true)
  await closing
  const { release } = await acquireDirectoryLock(lock, 'It', 0)
  const opening = open()
  await sleep(200)
  release()
  await opening
})

test('answers all reads that wait between two changes', async () => {
  const done: string[] = []
  const changes = ['first', 'second', 'third'].map((name) =>
    client.transaction(async () => void done.push(name)),
  )
  const reads = [1, 2].map(() => client.query('select 1').then(() => done.push('read')))
  await Promise.all([...changes, ...reads])
  expect(done).toEqual(['first', 'read', 'read', 'second', 'third'])
})

test('lets nobody else’s statement into an open transaction', async () => {
  await client.exec('truncate numbers')
  await close()
  const opened = await openPglite(directory, silentLog)
  const add = (number: number) => ({ text: 'insert into numbers values ($1)', values: [number] })
  let outside: Promise<unknown> = Promise.resolve()
  await opened.transact('latest', async (ask) => {
    await ask(add(1))
    outside = opened.execute(add(2))
    await sleep(20)
    // Without last statements it is rolled back.
    return null
  })
  await outside
  const { rows } = await opened.execute({ text: 'select n from numbers', values: [] })
  expect(rows).toEqual([[2]])
  await opened.close()
  await open()
})
