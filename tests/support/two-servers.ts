import { Client } from 'pg'
import { expect, inject, vi } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { emptyMemoryData } from '../../server/app/memory-store'
import { openPostgresqlStore } from '../../server/app/open-stores'
import type { Services } from '../../server/services'
import { silentLog } from '../api/sql-store-examples'
import { createDatabase } from './postgresql'
import { type TestStore, testStore } from './test-store'

/** Two servers on one PostgreSQL, and an observer that can hold locks. */
export interface TwoServers {
  servers: readonly [TestStore, TestStore]
  /** A connection of its own, whose transactions are the test's. */
  outsider: Client
  /** Another connection, which sees committed data. */
  observer: Client
  /** Holds a row back until every one of `calls` waits for it: the same instant, without luck. */
  whileHeld<Answer>(
    query: string,
    parameters: readonly string[],
    calls: readonly (() => Promise<Answer>)[],
  ): Promise<Answer[]>
  /** The same. @returns of each call that it is done, or the status that it was refused with. */
  outcomesOfHeld(
    query: string,
    parameter: string,
    calls: readonly (() => Promise<unknown>)[],
  ): Promise<('done' | number)[]>
  /** @returns the number that a query with one parameter counts. */
  count(query: string, parameter: unknown): Promise<number>
  /** @returns how many statements wait for a lock. */
  waiting(): Promise<number>
  close(): Promise<void>
}

export async function openTwoServers(): Promise<TwoServers> {
  const url = await createDatabase(inject('postgresqlUrl'))
  const open = async () => testStore(await openPostgresqlStore(url, silentLog))
  const servers = await Promise.all([open(), open()])
  const outsider = new Client({ connectionString: url })
  const observer = new Client({ connectionString: url })
  await outsider.connect()
  await observer.connect()

  /** @returns the number that a query with one parameter counts. */
  async function count(query: string, parameter: unknown): Promise<number> {
    const { rows } = await observer.query<{ count: string }>(query, [parameter])
    return Number(rows[0]?.count)
  }

  /** @returns how many statements wait for a lock. */
  const waiting = () =>
    count(
      `select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = $1`,
      'Lock',
    )

  const database: TwoServers = {
    servers,
    /** A connection of its own, whose transactions are the test's. */
    outsider,
    observer,
    count,
    waiting,

    /** Holds a row back until every one of `calls` waits for it: the same instant, without luck. */
    async whileHeld<Answer>(
      query: string,
      parameters: readonly string[],
      calls: readonly (() => Promise<Answer>)[],
    ) {
      await outsider.query('begin')
      try {
        await outsider.query(query, [...parameters])
        const answers = Promise.all(calls.map((call) => call()))
        await vi.waitFor(async () => expect(await waiting()).toBe(calls.length), 20_000)
        await outsider.query('commit')
        return await answers
      } finally {
        await outsider.query('rollback')
      }
    },

    outcomesOfHeld: (query, parameter, calls) =>
      database.whileHeld(
        query,
        [parameter],
        calls.map(
          (call) => () =>
            call().then(
              () => 'done' as const,
              ({ status }) => Number(status),
            ),
        ),
      ),

    async close() {
      await outsider.end()
      await observer.end()
      await Promise.all(servers.map((server) => server.close()))
    },
  }
  return database
}

/** @returns the services of both, which are those of mock mode but for the store. */
export function servicesOf(
  { servers: [one, other] }: TwoServers,
  clock?: () => Date,
): [Services, Services] {
  const over = (store: TestStore): Services => ({
    ...createMockServices(emptyMemoryData(), silentLog, clock, 'https://app.example'),
    store,
  })
  return [over(one), over(other)]
}
