import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, vi } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import type { Services } from '../../server/api/services'
import type { Store } from '../../server/api/store'
import { emptyMemoryData } from '../../server/app/memory-store'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { silentLog } from '../api/sql-store-examples'
import { countWaiting, createDatabase } from './postgresql'

type TwoServers = Awaited<ReturnType<typeof openTwoServers>>

/** Opens two servers on one PostgreSQL. */
async function openTwoServers() {
  const url = await createDatabase(inject('postgresqlUrl'))
  const open = async () => await openPostgresqlStore(url, silentLog)
  const servers = await Promise.all([open(), open()])
  const outsider = new Client({ connectionString: url })
  const observer = new Client({ connectionString: url })
  await outsider.connect()
  await observer.connect()

  /** Holds a row back until every one of `calls` waits for it: the same instant, without luck. */
  async function whileHeld<Answer>(
    query: string,
    parameters: string[],
    calls: readonly (() => Promise<Answer>)[],
  ): Promise<Answer[]> {
    await outsider.query('begin')
    try {
      await outsider.query(query, parameters)
      const answers = Promise.all(calls.map((call) => call()))
      await vi.waitFor(async () => expect(await countWaiting(observer)).toBe(calls.length), 20_000)
      await outsider.query('commit')
      return await answers
    } finally {
      await outsider.query('rollback')
    }
  }

  return {
    servers,
    whileHeld,
    /** The same. @returns of each call that it is done, or the status that it was refused with. */
    outcomesOfHeld(query: string, parameter: string, calls: readonly (() => Promise<unknown>)[]) {
      const outcomeOf = (call: () => Promise<unknown>): Promise<'done' | number> =>
        call().then(
          () => 'done',
          ({ status }) => Number(status),
        )
      return whileHeld(
        query,
        [parameter],
        calls.map((call) => () => outcomeOf(call)),
      )
    },
    async close() {
      await outsider.end()
      await observer.end()
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

/**
 * Opens them before the tests of a `describe`.
 * @returns them, and the services of both, which are those of mock mode but for the store; nothing is there before
 *   the tests begin.
 */
export function twoServersForTests(clock?: () => Date) {
  const database = {} as TwoServers
  const servers = [] as unknown as [Store, Store]
  const services = [] as unknown as [Services, Services]
  beforeAll(async () => {
    Object.assign(database, await openTwoServers())
    servers.push(...database.servers)
    for (const store of servers) {
      const over = createMockServices(emptyMemoryData(), silentLog, clock, 'https://app.example')
      services.push({ ...over, store })
    }
  })
  afterAll(() => database.close())
  return { database, servers, services }
}
