import { createHash } from 'node:crypto'
import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'
import type { Pool, QueryConfig } from 'pg'
import type { Log } from '../lib/log'
import { enterQueue } from '../lib/waiting'
import { isStatementLost } from './sql/database'
import { StoreBusy } from './unavailable'

/*
 * The store has few statements, which differ only in their parameters. So a statement's text serves
 * as its name, and each is parsed and planned once.
 */

/** The maximum number of prepared statements: some texts vary with the number of values. */
const maxStatements = 200
const maxParameters = 20
/** The most turns of the event loop between two transactions of the embedded database, so that a flood doesn't stop it. */
const mostTurns = 64

/** Returns a stable name for a statement's text, or null for a statement that isn't to be prepared. */
export type NameOf = (text: string, parameters: readonly unknown[]) => string | null

function createNames(): NameOf {
  const names = new Map<string, string>()
  return (text, parameters) => {
    if (parameters.length > maxParameters) return null
    const known = names.get(text)
    if (!known && names.size === maxStatements) return null
    // A hash, not a number: behind a pooler the same number could name another server's statement.
    const name = known ?? `orglens_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
    names.set(text, name)
    return name
  }
}

/** The prepared statements of a pool's connections. */
export interface PreparedStatements {
  /** Names a statement for a connection's own `query`. */
  nameOf: NameOf
  /**
   * Switches prepared statements off, and logs that once, if a pooler ran a statement on another connection than the one
   * that prepared it. The statement did nothing, and is retried like a conflict (`sql/database.ts`).
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

/** Runs a statement of the embedded database, and prepares it the first time. */
export type Execute = (text: string, values: unknown[], options?: QueryOptions) => Promise<Results>

/**
 * Lets the embedded database prepare the statements of `query`. PGlite's API doesn't name
 * statements, but it speaks PostgreSQL's protocol, which does. Source: PostgreSQL, "Message Flow",
 * Extended Query.
 *
 * PGlite keeps its own statements out of an open transaction, but not these. So `query` and `transaction` wait for their
 * turn here.
 * @returns a function that runs a statement without waiting, for use within a transaction.
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

  /** Runs all waiting statements between two transactions, so that one organisation's changes keep nobody from reading. */
  async function work(): Promise<void> {
    isWorking = true
    while (statements.length + transactions.length > 0) {
      for (const statement of statements.splice(0)) await statement()
      await transactions.shift()?.()
      await takeArrivals()
    }
    isWorking = false
  }

  /**
   * Lets Node read the calls that have arrived, so that none waits unseen: the database never waits, and Node accepts one
   * connection each turn of its event loop, and reads it in the next.
   */
  async function takeArrivals(): Promise<void> {
    let quietTurns = 0
    for (let turns = 0; turns < mostTurns && quietTurns < 2; turns += 1) {
      const before = statements.length + transactions.length
      await new Promise(setImmediate)
      quietTurns = statements.length + transactions.length > before ? 0 : quietTurns + 1
    }
  }

  function inTurn<Result>(
    line: (() => Promise<unknown>)[],
    run: () => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const isOurTurn = enterQueue(() => reject(new StoreBusy()), line === transactions)
      line.push(async () => {
        if (isOurTurn()) await run().then(resolve, reject)
      })
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

  const execute: Execute = (text, parameters, options) =>
    client.runExclusive(async () => {
      if (!client.ready) throw new Error('PGlite is closed')
      // A statement without a name is prepared each time.
      const name = nameOf(text, parameters) ?? ''
      const types = typesOf.get(name) ?? (await prepare(name, text))
      const values = parameters.map((value, index) => {
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
