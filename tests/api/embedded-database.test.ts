import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startAutovacuum } from '../../server/store/pglite/autovacuum'
import { openPgliteDatabase } from '../../server/store/pglite/pglite'
import { prepareEmbeddedStatements } from '../../server/store/prepared-statements'
import { putEmptyDatabase } from '../support/pglite'

const directory = mkdtempSync(join(tmpdir(), 'orglens-embedded-'))
let client: PGlite
let close: () => Promise<void>

/** Opens the database as the server does. */
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
  await close()
  fs.chmodSync(folder, 0o755)
  await open()
  expect(mode()).toBe(0o700)
})

test('writes changes to the data files and vacuums dead rows by itself', async () => {
  const state = async () => {
    await client.query('select pg_stat_force_next_flush()')
    const { rows } = await client.query<{ dead: number; checkpoint: string }>(
      `select n_dead_tup as dead, redo_lsn::text as checkpoint
       from pg_stat_user_tables, pg_control_checkpoint() where relname = 'numbers'`,
    )
    return rows[0]
  }
  for (let turn = 0; turn < 3; turn++) await client.query('update numbers set n = n + 1')
  const before = await state()
  expect(before?.dead).toBeGreaterThan(1000)
  const error = vi.fn()
  const stop = startAutovacuum(client, { info() {}, error }, 10)
  await vi.waitFor(async () => {
    const after = await state()
    expect(after?.dead).toBe(0)
    expect(after?.checkpoint).not.toBe(before?.checkpoint)
  }, 20_000)
  await stop()
  expect(error).not.toHaveBeenCalled()
})

test('reports a statement that fails, and later ones work', async () => {
  await client.exec('create table things (id int, constraint one_of_each unique (id))')
  const add = 'insert into things values ($1)'
  await client.query(add, [1])
  for (let time = 0; time < 2; time++) {
    const failed = await client.query(add, [1]).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(failed).toMatchObject({ code: '23505', constraint: 'one_of_each' })
    await expect(client.query('select * from nowhere')).rejects.toMatchObject({ code: '42P01' })
    await expect(client.query(add, ['no number'])).rejects.toMatchObject({ code: '22P02' })
  }
  await client.query(add, [2])
  expect((await client.query('select * from things')).rows).toEqual([{ id: 1 }, { id: 2 }])
  // A statement that failed to prepare can be prepared once its table exists.
  await client.exec('create table nowhere (id int)')
  expect((await client.query('select * from nowhere')).rows).toEqual([])
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

test('gives everybody else their turn between two transactions', async () => {
  const order: string[] = []
  const change = () => client.transaction(async () => void order.push('change'))
  const read = () => client.query('select 1').then(() => order.push('read'))
  await Promise.all([change(), change(), change(), read(), read()])
  expect(order.slice(-2)).toEqual(['change', 'change'])
})
