import { Client } from 'pg'
import { expect, inject, vi } from 'vitest'
import { openPostgresqlStore } from '../../server/app/open-stores'
import { createDatabase } from './postgresql'
import { testStore } from './test-store'

export type TwoServers = Awaited<ReturnType<typeof openTwoServers>>

/** Two servers on one PostgreSQL, and an observer that can hold locks. */
export async function openTwoServers() {
  const url = await createDatabase(inject('postgresqlUrl'))
  const log = { info() {}, error() {} }
  const open = async () => testStore(await openPostgresqlStore(url, log))
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

  return {
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

    async close() {
      await outsider.end()
      await observer.end()
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}
