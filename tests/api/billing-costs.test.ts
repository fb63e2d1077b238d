import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findDueWork } from '../../server/app/due-work'
import { openPostgresqlStore } from '../../server/app/open-stores'
import type { Session } from '../../server/auth/tables'
import { planHistory } from '../../server/billing/subscriptions'
import type { Subscription } from '../../server/billing/tables'
import type { Organisation } from '../../server/people/tables'
import { createDatabase } from '../support/postgresql'
import { type TestStore, testStore } from '../support/test-store'
import {
  createdAt,
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
    const store = testStore(await openPostgresqlStore(url, silentLog))
    const [founded, admin] = founding('acme', 'admin@acme.test')
    organisation = founded
    await store.createOrganisation(organisation, admin)
    session = sessionOf(admin)
    await store.createSession(session, admin.passwordHash)
    live = subscriptionOf(organisation, { state: 'live', startedAt: createdAt })
    await store.addSubscription(live)
    const ended = { state: 'cancelled', startedAt: createdAt, endedAt: createdAt } as const
    await store.addSubscription(subscriptionOf(organisation, { ...ended, nextCheckAt: null }))
    const template = subscriptionOf(organisation, { nextCheckAt: secondsLater(60) })
    await store.addSubscription(template)
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
  async function rowsReadFor(act: (store: TestStore) => Promise<unknown>): Promise<number> {
    const count = async () => {
      const { rows } = await observer.query<{ read: string }>(
        `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
         from pg_stat_user_tables where relname = 'subscriptions'`,
      )
      return Number(rows[0]?.read)
    }
    const store = testStore(await openPostgresqlStore(url, silentLog))
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

  test.each<[string, (store: TestStore) => Promise<unknown>]>([
    [
      'reading a profile',
      (store) =>
        store.findCaller(session.id, createdAt, {
          createdSince: secondsLater(1),
          dueBy: secondsLater(900),
        }),
    ],
    ['the activity', (store) => planHistory(store, organisation.id)],
    ['a decision', (store) => store.findBilling(organisation.id, live.id)],
    [
      'looking for the live plan',
      (store) => store.one('subscriptions', { organisationId: organisation.id, state: 'live' }),
    ],
    [
      'keeping a decision',
      async (store) => {
        await store.saveSubscriptions(organisation.id, [{ ...live, wasPaid: true }], [])
      },
    ],
    ['looking for jobs with work', (store) => findDueWork(store, secondsLater(59))],
    [
      'looking for what is due',
      (store) =>
        store.takeDueSubscriptions(
          { states: ['unpaid', 'live'], by: secondsLater(59) },
          secondsLater(60),
          5,
        ),
    ],
    [
      'taking some of what is due',
      (store) =>
        store.takeDueSubscriptions(
          { states: ['unpaid'], by: secondsLater(60) },
          secondsLater(60),
          5,
        ),
    ],
  ])('%s reads a few rows', async (_what, act) => {
    expect(await rowsReadFor(act)).toBeLessThan(40)
  })

  test('no statement reads all of them', async () => {
    const { rows } = await observer.query('select count(*)::int as count from subscriptions')
    expect(rows).toEqual([{ count: unpaidCheckouts + 3 }])
    const all = (store: TestStore) =>
      store.takeDueSubscriptions(
        { states: ['unpaid', 'void'], by: secondsLater(60) },
        secondsLater(61),
        unpaidCheckouts,
      )
    expect(await rowsReadFor(all)).toBeGreaterThan(unpaidCheckouts)
  })
})
