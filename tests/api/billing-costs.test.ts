import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Store } from '../../server/api/store'
import { findDueWork } from '../../server/app/due-work'
import { openPostgresqlStore } from '../../server/app/sql-store'
import type { Session } from '../../server/auth/tables'
import { readBilling } from '../../server/billing/save'
import type { Subscription } from '../../server/billing/tables'
import type { Organisation } from '../../server/people/tables'
import { add, oneOf, set } from '../../server/store/change'
import { createDatabase } from '../support/postgresql'
import {
  createdAt,
  found,
  founding,
  secondsLater,
  sessionOf,
  silentLog,
  subscriptionOf,
} from './sql-store-examples'

const unpaidCheckouts = 5_000

/** The rows that PostgreSQL had to read: unlike time, they don't depend on the machine. */
describe('with thousands of unpaid checkouts', () => {
  let url: string
  let observer: Client
  let organisation: Organisation
  let live: Subscription
  let session: Session

  beforeAll(async () => {
    url = await createDatabase(inject('postgresqlUrl'))
    const store = await openPostgresqlStore(url, silentLog)
    const [founded, admin] = founding('acme', 'admin@acme.test')
    organisation = founded
    await found(store, organisation, admin)
    session = sessionOf(admin)
    await store.save(add('sessions', session))
    live = subscriptionOf(organisation, { state: 'live', startedAt: createdAt })
    await store.save(add('subscriptions', live))
    const ended = { state: 'cancelled', startedAt: createdAt, endedAt: createdAt } as const
    await store.save(
      add('subscriptions', subscriptionOf(organisation, { ...ended, nextCheckAt: null })),
    )
    const template = subscriptionOf(organisation, { nextCheckAt: secondsLater(60) })
    await store.save(add('subscriptions', template))
    await store.close()
    observer = new Client({ connectionString: url })
    await observer.connect()
    await observer.query(
      `insert into subscriptions (id, organisation_id, plan, currency, state, created_at, next_check_at,
         was_paid, check_failures)
       select gen_random_uuid()::text, organisation_id, plan, currency,
         case when number % 2 = 0 then 'unpaid' else 'void' end, created_at, next_check_at, was_paid, check_failures
       from subscriptions, generate_series(1, $2) as number where id = $1`,
      [template.id, unpaidCheckouts],
    )
    await observer.query('analyze')
  })

  afterAll(() => observer.end())

  /** @returns how many of the table's rows a server reads for its work. */
  async function rowsReadFor(act: (store: Store) => Promise<unknown>): Promise<number> {
    const count = async () => {
      const { rows } = await observer.query<{ read: string }>(
        `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
         from pg_stat_user_tables where relname = 'subscriptions'`,
      )
      return Number(rows[0]?.read)
    }
    const store = await openPostgresqlStore(url, silentLog)
    const before = await count()
    await act(store)
    // PostgreSQL reports a connection's reads when it closes.
    await store.close()
    const isOver = async () => {
      const { rows } = await observer.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
      return rows[0]?.count === 0
    }
    await expect.poll(isOver, { timeout: 10_000 }).toBe(true)
    return (await count()) - before
  }

  const take = (store: Store, states: Subscription['state'][], by: Date, most: number) =>
    store.take(
      { table: 'subscriptions', due: 'nextCheckAt', where: { state: oneOf(states) } },
      by,
      secondsLater(61),
      most,
    )

  test.each<[string, (store: Store) => Promise<unknown>]>([
    [
      'reading a profile',
      (store) =>
        store.findCaller(session.id, createdAt, {
          createdSince: secondsLater(1),
          dueBy: secondsLater(900),
        }),
    ],
    ['the activity', (store) => store.findPlanHistory(organisation.id)],
    [
      'a decision',
      (store) =>
        store.change('test', { billing: organisation.id }, null, async (read) => ({
          answer: await readBilling(read, organisation.id, live.id),
        })),
    ],
    [
      'looking for the live plan',
      (store) => store.one('subscriptions', { organisationId: organisation.id, state: 'live' }),
    ],
    [
      'keeping a decision',
      (store) => store.save(set('subscriptions', { id: live.id }, { wasPaid: true })),
    ],
    ['looking for jobs with work', (store) => findDueWork(store, secondsLater(59))],
    ['looking for what is due', (store) => take(store, ['unpaid', 'live'], secondsLater(59), 5)],
    ['taking some of what is due', (store) => take(store, ['unpaid'], secondsLater(60), 5)],
  ])('%s reads a few rows', async (_what, act) => {
    expect(await rowsReadFor(act)).toBeLessThan(40)
  })

  test('no statement reads all of them', async () => {
    const { rows } = await observer.query('select count(*)::int as count from subscriptions')
    expect(rows).toEqual([{ count: unpaidCheckouts + 3 }])
    const all = (store: Store) => take(store, ['unpaid', 'void'], secondsLater(60), unpaidCheckouts)
    expect(await rowsReadFor(all)).toBeGreaterThan(unpaidCheckouts)
  })
})
