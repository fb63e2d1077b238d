import { DrizzleQueryError, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import type { Log } from '../log'
import { prepareStatements } from './prepared-statements'
import { createSqlStore, migrationsFolder } from './sql'
import type { Store } from './store'
import { isUnavailable, StoreUnavailable } from './unavailable'

const connectionTimeoutMillis = 5_000
/** How much longer than a statement may take we wait: for when the database can't answer at all. */
const patienceMillis = 5_000
/** How long a server waits at start for another one that is migrating. */
const migrationLockTimeoutMillis = 60_000
/** Names the advisory lock around migrations: any number that nothing else in the database uses. */
const migrationLock = 4_215_873_206

/** How connections are used; times in ms. */
export interface ConnectionSettings {
  /** Connections that one server holds at most. */
  poolSize: number
  /** When the database gives a statement up. No statement of the store should take a hundredth. */
  statementTimeout: number
  /** When a connection that nobody needs is closed. */
  idleTimeout: number
  /** Off for poolers that give each statement another connection. */
  preparedStatements: boolean
}

const defaultConnections: ConnectionSettings = {
  poolSize: 10,
  statementTimeout: 10_000,
  idleTimeout: 30_000,
  preparedStatements: true,
}

/** Connections of a server to its database: those there are, and calls that wait for one. */
export interface ConnectionCounts {
  total: number
  idle: number
  waiting: number
}

/**
 * Opens the database and brings it up to date. Servers that start at once take turns at that.
 * @param databaseUrl `postgresql://user:password@host:port/database`.
 * @param log hears of connections that were lost while idle; the pool replaces them by itself.
 * @param watch is given what counts the connections, for metrics.
 * @throws StoreUnavailable where waiting may help, else an Error; either says which database can't be
 *   used and why, without its password.
 */
export async function openPostgresqlStore(
  databaseUrl: string,
  log: Log,
  { poolSize, statementTimeout, idleTimeout, preparedStatements } = defaultConnections,
  watch: (count: () => ConnectionCounts) => void = () => {},
): Promise<Store> {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new Error('DATABASE_URL must begin with postgresql:// or postgres://.')
  }
  await bringUpToDate(databaseUrl)

  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'orglens',
    max: poolSize,
    connectionTimeoutMillis,
    idleTimeoutMillis: idleTimeout,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + patienceMillis,
    keepAlive: true,
  })
  pool.on('error', ({ message }) =>
    log.error('Lost a connection to the database', { reason: message }),
  )
  // A connection lost while in use fails its query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))

  if (preparedStatements) prepareStatements(pool)
  watch(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }))
  return createSqlStore(drizzle({ client: pool }), () => pool.end())
}

/**
 * Runs the migrations that are missing, on a connection of its own: a session's advisory lock
 * belongs to one connection and ends with it.
 * @throws StoreUnavailable where waiting may help.
 */
export async function bringUpToDate(databaseUrl: string): Promise<void> {
  const client = await connectTo(databaseUrl)
  try {
    const database = drizzle({ client })
    await database.execute(sql`select pg_advisory_lock(${migrationLock})`)
    await migrate(database, { migrationsFolder })
  } catch (error) {
    if (!(error instanceof DrizzleQueryError)) throw error
    const { message = error.message, code }: { message?: string; code?: unknown } =
      error.cause ?? {}
    throw isUnavailable(code) ? new StoreUnavailable(message) : error
  } finally {
    await client.end()
  }
}

/**
 * @returns a connection of its own, to be ended by the caller.
 * @throws Error that says which database can't be used and why, without its password.
 */
export async function connectTo(databaseUrl: string): Promise<Client> {
  const client = createClient(databaseUrl)
  client.on('error', () => {})
  try {
    await connect(client)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

function createClient(databaseUrl: string): Client {
  try {
    return new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis,
      lock_timeout: migrationLockTimeoutMillis,
    })
  } catch {
    // What was thrown quotes the address.
    throw new Error(
      'DATABASE_URL is not a valid address. It reads postgresql://user:password@host:port/database; special characters in it must be percent-encoded.',
    )
  }
}

async function connect(client: Client): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    const { host, port, database, user } = client
    // Trying several addresses of one host fails with an error that has a code and no message.
    const { message, code } = error as { message?: string; code?: string }
    const text = `Can't use the PostgreSQL database "${database}" at ${host}:${port} as user "${user}": ${message || code}. Check that it is running and that DATABASE_URL is right.`
    // A name that leads nowhere is more likely wrong than late.
    const mayPass = isUnavailable(code) && code !== 'ENOTFOUND'
    throw mayPass ? new StoreUnavailable(text) : new Error(text)
  }
}
