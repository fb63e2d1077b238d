import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareEmbeddedStatements } from '../../server/store/prepared-statements'
import { openEmptyPglite } from '../support/pglite'

describe('with prepared statements, the embedded database', () => {
  let client: PGlite

  beforeAll(async () => {
    client = await openEmptyPglite()
    prepareEmbeddedStatements(client)
  })
  afterAll(() => client.close())

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
