import type { Writable } from 'node:stream'
import { DrizzleQueryError } from 'drizzle-orm'
import type { Pool, PoolClient, QueryArrayResult } from 'pg'
import { waitForEver } from '../../lib/waiting'
import type { PreparedStatements } from '../prepared-statements'
import type { Ask, Statement, Transact } from '../sql/transact'

/** Milliseconds after which PostgreSQL ends an idle transaction, whose locks others wait for. */
const idleTimeout = 5_000

const beginnings = {
  latest: 'begin',
  'one-state': 'begin isolation level repeatable read',
} as const

/**
 * @param pool with `pipeline`.
 * @param prepared the pool's prepared statements; null: they are off.
 * @returns functions that run transactions, and statements by themselves.
 */
export function poolTransactions(
  pool: Pool,
  prepared: PreparedStatements | null,
): { transact: Transact; execute: Ask } {
  const askFrom = (client: Pick<PoolClient, 'query'>): Ask => {
    return async ({ text, values }: Statement) => {
      const name = prepared?.nameOf(text, values)
      const query = { text, rowMode: 'array' as const, ...(name && { name }) }
      try {
        const { rows, rowCount } = await client.query<unknown[]>(query, values)
        return { rows, count: rowCount ?? 0 }
      } catch (error) {
        prepared?.failed(error)
        throw new DrizzleQueryError(text, values, error as Error)
      }
    }
  }

  return {
    execute: askFrom(pool),

    async transact(isolation, work) {
      const client = await connectionOf(pool)
      waitForEver()
      const askNow = askFrom(client)
      const ask: Ask = (statement) => {
        sendTogether(client.connection.stream)
        return askNow(statement)
      }
      let lost: Error | undefined
      try {
        sendTogether(client.connection.stream)
        const begin = client.query(
          `${beginnings[isolation]}; set local idle_in_transaction_session_timeout = ${idleTimeout}`,
        )
        begin.catch(() => {})
        const last = await work(async (statement) => {
          const [, answer] = await inOrder<unknown>([begin, ask(statement)])
          return answer as Awaited<ReturnType<Ask>>
        })
        if (!last) return void (await inOrder<unknown>([begin, client.query('rollback')]))
        const results = await inOrder<unknown>([begin, ...last.map(ask), client.query('commit')])
        // PostgreSQL answers a COMMIT that it can't carry out without an error.
        const { command } = results.at(-1) as QueryArrayResult
        if (command !== 'COMMIT') throw new Error('A failed transaction was to be committed.')
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          lost = failure
        })
        throw error
      } finally {
        client.release(lost)
      }
    },
  }
}

/** Sends everything that is written in this turn of the event loop at once: a change then takes few packets. */
function sendTogether(stream: Writable): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

async function connectionOf(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DrizzleQueryError('connect', [], error as Error)
  }
}

/** Waits for all steps. @throws the error of the first failed step, which made the later ones fail. */
async function inOrder<Result>(steps: readonly Promise<Result>[]): Promise<Result[]> {
  const settled = await Promise.allSettled(steps)
  return settled.map((step) => {
    if (step.status === 'rejected') throw step.reason
    return step.value
  })
}
