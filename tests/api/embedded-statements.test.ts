import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareEmbeddedStatements } from '../../server/store/prepared-statements'
import { openEmptyPglite } from '../support/pglite'

test('the embedded database plans a statement once and returns the same rows', async () => {
  const client = await openEmptyPglite()
  const create =
    'create table things (id int primary key, details jsonb, at timestamptz, name text)'
  await client.exec(create)
  const add = 'insert into things values ($1, $2, $3, $4) returning id'
  const things = 'select * from things where id > $1 order by id'
  const add1 = [1, { a: [1, null] }, new Date(0), null]
  const add2 = [2, null, new Date(1), '']
  await client.query(add, add1)
  await client.query(add, add2)
  const asked = async () => [
    await client.query(things, [0]),
    await client.query(things, [0], { rowMode: 'array' }),
    await client.query('select 1 as one'),
    // Too many parameters to be prepared.
    await client.query(`select ${Array.from({ length: 21 }, (_, n) => `$${n + 1}::int`)}`, [
      ...Array(21).fill(7),
    ]),
  ]
  const before = await asked()
  await client.exec('delete from things')

  prepareEmbeddedStatements(client)
  const added = await Promise.all([client.query(add, add1), client.query(add, add2)])
  expect(added.map(({ rows }) => rows)).toEqual([[{ id: 1 }], [{ id: 2 }]])
  for (let time = 0; time < 3; time++) expect(await asked()).toEqual(before)
  const { rows } = await client.query<{ statement: string }>(
    'select statement from pg_prepared_statements where statement like $1',
    ['%things%'],
  )
  expect(rows.map(({ statement }) => statement).sort()).toEqual([add, things].sort())
  await client.close()
  await expect(client.query(things, [0])).rejects.toThrow('closed')
})

describe('with prepared statements, the embedded database', () => {
  let client: PGlite

  beforeAll(async () => {
    client = await openEmptyPglite()
    prepareEmbeddedStatements(client)
  })
  afterAll(() => client.close())

  test('gives everybody else their turn between two transactions', async () => {
    const order: string[] = []
    const transaction = (name: string) =>
      client.transaction(async () => void order.push(`transaction ${name}`))
    const statement = (name: string) =>
      client.query('select 1').then(() => order.push(`statement ${name}`))
    const all = [transaction('1'), transaction('2'), transaction('3'), statement('1')]
    // What comes from outside is only heard when the event loop turns.
    setImmediate(() => all.push(statement('2'), statement('3')))
    await Promise.all(all)
    await Promise.all(all)
    expect(order).toEqual([
      'transaction 1',
      'statement 1',
      'statement 2',
      'statement 3',
      'transaction 2',
      'transaction 3',
    ])
  })

  test('throws where one fails, and later ones work', async () => {
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
})
