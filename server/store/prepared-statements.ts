import { createHash } from 'node:crypto'
import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'
import type { Pool, QueryConfig } from 'pg'
import type { Log } from '../lib/log'
import { isStatementLost } from './sql/database'

/*
 * The store has few statements, which differ only in their parameters. So a statement's text serves
 * as its name, and each is parsed and planned once.
 */

/** The maximum number of prepared statements: some texts vary with the number of values. */
const maxStatements = 200
const maxParameters = 20

/** @returns a stable name for a statement's text; null for one that isn't to be prepared. */
export type NameOf = (text: string, parameters: readonly unknown[]) => string | null

function createNames(): NameOf {
  const names = new Map<string, string>()
  return (text, parameters) => {
    if (parameters.length > maxParameters) return null
    const known = names.get(text)
    if (!known && names.size === maxStatements) return null
    // Not a number: behind a pooler another server's statement could have that, and would be run instead.
    const name = known ?? `orglens_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
    names.set(text, name)
    return name
  }
}

/** The prepared statements of a pool's connections. */
export interface PreparedStatements {
  /** For a connection's own `query`. */
  nameOf: NameOf
  /**
   * Ends preparing if a pooler ran a statement on another connection than the one that prepared it, and logs that
   * once. The statement did nothing, and is repeated like one in conflict with another (`sql/database.ts`).
   */
  failed: (error: unknown) => void
}

/** Lets each connection of a pool prepare its statements. */
export function prepareStatements(pool: Pool, log: Log): PreparedStatements {
  const named = createNames()
  const query = pool.query.bind(pool) as (config: unknown, values?: unknown[]) => Promise<unknown>
  let isOn = true

  const nameOf: NameOf = (text, parameters) => (isOn ? named(text, parameters) : null)

  function failed(error: unknown): void {
    const { code } = error as { code?: unknown }
    if (!isOn || !isStatementLost(code)) return
    isOn = false
    log.error('A pooler loses prepared statements', {
      code,
      remedy:
        'set DATABASE_PREPARED_STATEMENTS=off, or max_prepared_statements = 200 in PgBouncer 1.21 or newer',
    })
  }

  async function run(config: QueryConfig | string, values: unknown[] = []): Promise<unknown> {
    const name = typeof config === 'string' ? null : nameOf(config.text, values)
    const prepared = typeof config === 'string' || name === null ? config : { ...config, name }
    try {
      return await query(prepared, values)
    } catch (error) {
      failed(error)
      throw error
    }
  }

  pool.query = run as Pool['query']
  return { nameOf, failed }
}

/** Runs a statement of the embedded database, which is prepared once. */
export type Execute = (text: string, values: unknown[], options?: QueryOptions) => Promise<Results>

/**
 * Lets the embedded database prepare the statements of `query`. PGlite's API doesn't name
 * statements, but it speaks PostgreSQL's protocol, which does. Source: PostgreSQL, "Message Flow",
 * Extended Query.
 *
 * PGlite keeps its own statements out of an open transaction, but not these: so everybody waits in
 * line for `query` and `transaction`.
 * @returns what runs a statement at once: within a transaction.
 */
export function prepareEmbeddedStatements(client: PGlite): Execute {
  const nameOf = createNames()
  const transaction = client.transaction.bind(client)
  /** The types of a prepared statement's parameters. */
  const typesOf = new Map<string, number[]>()
  const { serialize } = protocol
  const statements: (() => Promise<unknown>)[] = []
  const transactions: (() => Promise<unknown>)[] = []
  let isWorking = false

  /** Between any two transactions come all statements that wait: one organisation's changes keep nobody from reading. */
  async function work(): Promise<void> {
    isWorking = true
    while (statements.length + transactions.length > 0) {
      for (const statement of statements.splice(0)) await statement()
      await transactions.shift()?.()
      // The database never waits: calls that have come meanwhile would not be heard before all others were answered.
      await new Promise(setImmediate)
    }
    isWorking = false
  }

  function inTurn<Result>(
    line: (() => Promise<unknown>)[],
    run: () => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      line.push(() => run().then(resolve, reject))
      if (!isWorking) void work()
    })
  }

  const send = (...messages: Uint8Array[]) =>
    client.execProtocolStream(Buffer.concat([...messages, serialize.sync()]))

  async function prepare(name: string, text: string): Promise<number[]> {
    const described = await send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    )
    const types = parse.parseDescribeStatementResults(described)
    if (name !== '') typesOf.set(name, types)
    return types
  }

  const execute: Execute = (text, given, options) =>
    client.runExclusive(async () => {
      if (!client.ready) throw new Error('PGlite is closed')
      // A statement without a name is prepared each time.
      const name = nameOf(text, given) ?? ''
      const types = typesOf.get(name) ?? (await prepare(name, text))
      const values = given.map((value, index) => {
        if (value === null || value === undefined) return null
        const toText = client.serializers[types[index] ?? 0]
        return toText ? toText(value) : String(value)
      })
      const messages = await send(
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
      )
      return parse.parseResults(messages, client.parsers, options)[0] as Results
    })

  client.query = <Row>(text: string, values: unknown[] = [], options?: QueryOptions) =>
    inTurn(statements, () => execute(text, values, options) as Promise<Results<Row>>)
  client.transaction = (work) => inTurn(transactions, () => transaction(work))
  return execute
}
