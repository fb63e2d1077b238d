import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { createSqlStore } from '../../server/app/sql-store'
import { newOrganisation } from '../../server/people/person'
import { add } from '../../server/store/change'
import { poolTransactions } from '../../server/store/postgresql/transactions'
import { prepareStatements } from '../../server/store/prepared-statements'
import { userExample } from '../support/examples'
import { createDatabase } from '../support/postgresql'

/*
 * A pooler that gives each transaction another connection loses prepared statements. `tests/long/pgbouncer.test.ts`
 * has one; here the one connection of a store forgets them, or has them already.
 */
async function storeWithOneConnection() {
  const pool = new Pool({
    connectionString: await createDatabase(inject('postgresqlUrl')),
    max: 1,
    pipeline: true,
  })
  const log = { info() {}, error: vi.fn() }
  const prepared = prepareStatements(pool, log)
  const store = createSqlStore({
    database: drizzle({ client: pool }),
    ...poolTransactions(pool, prepared),
    close: () => pool.end(),
  })
  onTestFinished(() => store.close())
  const { rows: none } = await pool.query('select name from pg_prepared_statements')
  expect(none).toEqual([])
  return { pool, store, log }
}

const organisation = (id: string) => ({
  ...newOrganisation({ name: id, slug: id, createdAt: new Date() }),
  id,
})
const person = (id: string) => userExample({ id, organisationId: id, email: `${id}@acme.test` })

type Opened = Awaited<ReturnType<typeof storeWithOneConnection>>

const steps: Record<string, (opened: Opened, id: string) => Promise<unknown>> = {
  'a statement by itself': ({ store }, id) => store.one('organisations', { slug: id }),
  'a transaction': ({ store }, id) =>
    store.change('test', { user: id }, null, async (read) => {
      await read.all('users', { id })
      const writes = [add('organisations', organisation(id)), add('users', person(id))]
      return { answer: null, writes, entries: null, unrecorded: 'is a test' }
    }),
}

test.each(Object.keys(steps))(
  '%s goes on when its prepared statement is lost, and from then on none is prepared',
  async (name) => {
    const opened = await storeWithOneConnection()
    const { pool, store, log } = opened
    const step = steps[name] as (typeof steps)[string]
    await step(opened, 'before')
    await pool.query('deallocate all')
    await step(opened, 'after')
    await step(opened, 'later')
    expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([])
    expect(log.error).toHaveBeenCalledTimes(1)
    expect(log.error).toHaveBeenCalledWith('A pooler loses prepared statements', {
      code: '26000',
      remedy: expect.stringContaining('DATABASE_PREPARED_STATEMENTS=off'),
    })
    const found = await store.one('organisations', { slug: 'after' })
    expect(found?.id).toBe(name === 'a transaction' ? 'after' : undefined)
  },
)

test('a statement that another server prepared on the connection is no error either', async () => {
  const opened = await storeWithOneConnection()
  const { pool, store, log } = opened
  await store.one('organisations', { slug: 'acme' })
  const { rows } = await pool.query('select name, statement from pg_prepared_statements')
  // A new connection, which has been another server's.
  await new Promise<void>((resolve) => {
    pool.once('remove', () => resolve())
    pool.connect((_error, client, release) => {
      expect(client).toBeDefined()
      release(true)
    })
  })
  for (const { name, statement } of rows) await pool.query(`prepare "${name}" as ${statement}`)
  expect(await store.one('organisations', { slug: 'acme' })).toBeNull()
  expect(log.error.mock.calls).toEqual([
    ['A pooler loses prepared statements', expect.objectContaining({ code: '42P05' })],
  ])
})
