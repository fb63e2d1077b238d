import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import type { Log } from '../log'
import { createSqlStore, migrationsFolder } from './sql'
import type { Store } from './store'
import { isUnavailable, StoreUnavailable } from './unavailable'

const connectionTimeoutMillis = 5_000
/** No statement of the store should take a hundredth of this. */
const statementTimeoutMillis = 10_000
/** Longer than the server's own limit: for when the server can't answer at all. */
const queryTimeoutMillis = 15_000
/** How long a server waits at start for another one that is migrating. */
const migrationLockTimeoutMillis = 60_000
/** Names the advisory lock around migrations: any number that nothing else in the database uses. */
const migrationLock = 4_215_873_206

/**
 * Opens the database and brings it up to date. Servers that start at once take turns at that.
 * @param databaseUrl `postgresql://user:password@host:port/database`.
 * @param log hears of connections that were lost while idle; the pool replaces them by itself.
 * @throws StoreUnavailable where waiting may help, else an Error; either says which database can't be
 *   used and why, without its password.
 */
export async function openPostgresqlStore(databaseUrl: string, log: Log): Promise<Store> {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new Error('DATABASE_URL must begin with postgresql:// or postgres://.')
  }
  await bringUpToDate(databaseUrl)

  const pool = new Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis,
    statement_timeout: statementTimeoutMillis,
    query_timeout: queryTimeoutMillis,
    keepAlive: true,
  })
  pool.on('error', ({ message }) => log.error('Lost a connection to the database', { message }))
  // A connection lost while in use fails its query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))

  return createSqlStore(drizzle({ client: pool }), () => pool.end())
}

/**
 * Runs the migrations that are missing, on a connection of its own: a session's advisory lock
 * belongs to one connection and ends with it.
 */
export async function bringUpToDate(databaseUrl: string): Promise<void> {
  const client = await connectTo(databaseUrl)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle({ client }), { migrationsFolder })
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
