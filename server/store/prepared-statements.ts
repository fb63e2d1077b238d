import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'
import type { Pool, QueryConfig } from 'pg'

/*
 * The store has few statements, which differ only in their parameters. So a statement's text serves
 * as its name, and each is parsed and planned once.
 */

/** The maximum number of prepared statements: some texts vary with the number of values. */
const maxStatements = 200
const maxParameters = 20

/** @returns a stable name for each text; null for a text that isn't to be prepared. */
function createNames(): (text: string, parameters: readonly unknown[]) => string | null {
  const names = new Map<string, string>()
  return (text, parameters) => {
    if (parameters.length > maxParameters) return null
    const known = names.get(text)
    if (!known && names.size === maxStatements) return null
    const name = known ?? `orglens_${names.size}`
    names.set(text, name)
    return name
  }
}

/** Lets each connection of a pool prepare its statements. */
export function prepareStatements(pool: Pool): void {
  const nameOf = createNames()
  const query = pool.query.bind(pool) as (config: unknown, values?: unknown[]) => unknown

  function named(config: QueryConfig, values: unknown[] = []): QueryConfig {
    const name = nameOf(config.text, values)
    return name === null ? config : { ...config, name }
  }

  pool.query = ((config: QueryConfig | string, values?: unknown[]) =>
    query(typeof config === 'string' ? config : named(config, values), values)) as Pool['query']
}

/**
 * Lets the embedded database prepare the statements of `query`. PGlite's API doesn't name
 * statements, but it speaks PostgreSQL's protocol, which does. Source: PostgreSQL, "Message Flow",
 * Extended Query.
 */
export function prepareEmbeddedStatements(client: PGlite): void {
  const nameOf = createNames()
  const query = client.query.bind(client)
  /** The types of a prepared statement's parameters. */
  const typesOf = new Map<string, number[]>()
  const { serialize } = protocol

  const send = (...messages: Uint8Array[]) =>
    client.execProtocolStream(Buffer.concat([...messages, serialize.sync()]))

  async function prepare(name: string, text: string): Promise<number[]> {
    const described = await send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    )
    const types = parse.parseDescribeStatementResults(described)
    typesOf.set(name, types)
    return types
  }

  async function execute(name: string, text: string, given: unknown[], options?: QueryOptions) {
    await client._checkReady()
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
    return parse.parseResults(messages, client.parsers, options)[0]
  }

  client.query = async <Row>(text: string, values: unknown[] = [], options?: QueryOptions) => {
    const name = nameOf(text, values)
    if (name === null) return query<Row>(text, values, options)
    return (await client.runExclusive(() => execute(name, text, values, options))) as Results<Row>
  }
}
