import { AsyncLocalStorage } from 'node:async_hooks'
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withPatience } from '../../server/lib/waiting'
import { acquireDirectoryLock } from '../../server/store/pglite/directory-lock'
import { openPgliteDatabase } from '../../server/store/pglite/pglite'
import { prepareEmbeddedStatements } from '../../server/store/prepared-statements'
import { StoreBusy } from '../../server/store/unavailable'
import { putEmptyDatabase } from '../support/pglite'

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
  await client.exec(
    'create table numbers (id int, n int); insert into numbers select id, 0 from generate_series(1, 1000) id',
  )
})

afterAll(async () => {
  await close()
  rmSync(directory, { recursive: true })
})

test('acknowledges nothing before it is on disk', async () => {
  const fsync = vi.spyOn(fs, 'fsyncSync')
  for (const id of [1, 2, 3]) {
    fsync.mockClear()
    await client.query('update numbers set n = n + 1 where id = $1', [id])
    expect(fsync).toHaveBeenCalled()
  }
  fsync.mockRestore()
})

test('lets no other user of the machine into its files, also where they were open before', async () => {
  const folder = join(directory, 'pglite')
  const mode = () => fs.statSync(folder).mode & 0o777
  expect(mode()).toBe(0o700)
  const file = join(folder, 'PG_VERSION')
  const filesOfOthers = () => {
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names.filter((name) => fs.statSync(join(folder, name)).mode & 0o077)
  }
  expect(filesOfOthers()).toEqual([])
  await close()
  fs.chmodSync(folder, 0o755)
  fs.chmodSync(file, 0o666)
  await open()
  expect(mode()).toBe(0o700)
  expect(filesOfOthers()).toEqual([])
})

test('is opened once another process has closed it', async () => {
  await close()
  const { release } = await acquireDirectoryLock(join(directory, 'database.lock'), 'It', 0)
  const opening = open()
  await sleep(200)
  release()
  await opening
})

test('lets nobody else’s statement into an open transaction', async () => {
  await client.exec('create table facts (id int)')
  const add = 'insert into facts values ($1)'
  let outside: Promise<unknown> = Promise.resolve()
  await client.transaction(async (transaction) => {
    await transaction.query(add, [1])
    outside = client.query(add, [2])
    await new Promise((resolve) => setTimeout(resolve, 20))
    await transaction.rollback()
  })
  await outside
  expect((await client.query('select * from facts')).rows).toEqual([{ id: 2 }])
})

test('refuses a call that waits for too long, unless it has begun a change', async () => {
  const storage = new AsyncLocalStorage<never>()
  const patiently = (work: () => Promise<unknown>) =>
    withPatience(storage, 50, work).then(
      () => 'done',
      (error: unknown) => (error instanceof StoreBusy ? 'refused' : error),
    )
  const read = () => client.query('select')
  const change = () => client.transaction((transaction) => transaction.query('select'))
  const refused = await client.transaction(() => Promise.all([patiently(read), patiently(change)]))
  expect(refused).toEqual(['refused', 'refused'])

  let blocked: Promise<unknown> = Promise.resolve()
  const begun = patiently(async () => {
    await change()
    blocked = client.transaction(() => patiently(read))
    await read()
  })
  expect([await begun, await blocked]).toEqual(['done', 'refused'])
})
