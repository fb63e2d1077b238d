import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, Pool } from 'pg'
import type { Log } from '../../lib/log'
import {
  bringUpToDate,
  type Migration,
  nextMigration,
  readMigrations,
  SchemaTooNew,
} from '../migrate'
import { prepareStatements } from '../prepared-statements'
import type { OpenDatabase } from '../sql/database'
import { isUnavailable, StoreUnavailable } from '../unavailable'
import { poolTransactions } from './transactions'

const connectionTimeoutMillis = 5_000
/** Milliseconds beyond a statement's timeout until we give up, in case the database can't answer at all. */
const extraTimeoutMillis = 5_000
/** The lifetime of a connection. A connection to a former primary fails until it is closed. */
const maxLifetimeSeconds = 60
const probeTimeoutMillis = 2_000

/** Connection settings; times in ms. */
export interface ConnectionSettings {
  /** Connections per server. */
  poolSize: number
  /**
   * The statement timeout, set by the role. No statement of the store should take a hundredth of
   * it.
   */
  statementTimeout: number
  /** When an idle connection is closed. */
  idleTimeout: number
  /** False for poolers that may run each transaction on another connection. A server notices if this is wrongly true. */
  preparedStatements: boolean
}

const defaultConnections: ConnectionSettings = {
  poolSize: 10,
  statementTimeout: 10_000,
  idleTimeout: 30_000,
  preparedStatements: true,
}

/** A server's connections to its database, and the calls that wait for one. */
export interface ConnectionCounts {
  total: number
  idle: number
  waiting: number
}

/** A server that opens the database. */
interface Opening {
  /** Receives a function that counts the connections, for metrics. */
  watch: (count: () => ConnectionCounts) => void
  /** The schema is being changed, which may take a while. */
  migrates: () => void
}

/**
 * Opens the database and migrates it. A pooler may run each transaction on another connection.
 * @param databaseUrl `postgresql://user:password@host:port/database`.
 * @param log receives lost idle connections; the pool replaces them by itself.
 * @param server absent: a command, which hears nothing about timeouts.
 * @throws StoreUnavailable if a retry may help, else an Error; either names the database and the
 *   reason, without the password.
 */
export async function openPostgresql(
  databaseUrl: string,
  log: Log,
  { poolSize, statementTimeout, idleTimeout, preparedStatements } = defaultConnections,
  server?: Opening,
): Promise<OpenDatabase> {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new Error('DATABASE_URL must begin with postgresql:// or postgres://.')
  }
  const { timeout, user, database } = await migrateDatabase(databaseUrl, server?.migrates)
  // 0: there is none.
  if (server && (timeout === 0 || timeout > statementTimeout)) {
    log.error('PostgreSQL cancels statements later than this server gives up', {
      milliseconds: timeout,
      remedy: `alter role ${quoted(user)} in database ${quoted(database)} set statement_timeout = ${statementTimeout}`,
    })
  }

  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'orglens',
    max: poolSize,
    // Statements of a transaction are sent without waiting for the one before.
    pipeline: true,
    connectionTimeoutMillis,
    idleTimeoutMillis: idleTimeout,
    maxLifetimeSeconds,
    query_timeout: statementTimeout + extraTimeoutMillis,
    keepAlive: true,
  })
  // Each probe opens a new connection, because an old one may still work when new ones no longer do.
  const prober = new Pool({
    connectionString: databaseUrl,
    application_name: 'orglens',
    max: 1,
    maxUses: 1,
    connectionTimeoutMillis: probeTimeoutMillis,
    query_timeout: probeTimeoutMillis,
  })
  for (const each of [pool, prober]) {
    // A connection lost during a query fails that query; without a listener it would end the
    // process.
    each.on('connect', (client) => client.on('error', () => {}))
  }
  pool.on('error', ({ message }) =>
    log.error('Lost a connection to the database', { reason: message }),
  )
  prober.on('error', () => {})

  const prepared = preparedStatements ? prepareStatements(pool, log) : null
  server?.watch(() => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }))
  return {
    database: drizzle({ client: pool }),
    ...poolTransactions(pool, prepared),
    prober: drizzle({ client: prober }),
    isBusy: () => pool.waitingCount > 0,
    close: async () => void (await Promise.all([pool.end(), prober.end()])),
  }
}

/**
 * Refuses a database that can't hold every text, or whose sessions write dates that the driver misreads.
 * @throws Error that says what to do; StoreUnavailable if a retry may help.
 */
export async function requireFormats(client: Client): Promise<void> {
  const { rows } = await client
    .query<{ encoding: string; dates: string; user: string; database: string }>(
      `select current_setting('server_encoding') as encoding, current_setting('DateStyle') as dates,
         current_user as user, current_database() as database`,
    )
    .catch(throwAsOurs)
  const { encoding = '', dates = '', user = '', database = '' } = rows[0] ?? {}
  if (encoding !== 'UTF8') {
    throw new Error(
      `The database ${quoted(database)} has the encoding ${encoding}. Make another one: create database … encoding 'UTF8' template template0`,
    )
  }
  if (!dates.startsWith('ISO')) {
    throw new Error(
      `The DateStyle of the database ${quoted(database)} is ${dates}. Run: alter role ${quoted(user)} in database ${quoted(database)} set DateStyle = 'ISO'`,
    )
  }
}

/** The limit of a role's statements in a database. */
interface Limit {
  /** In ms; 0: there is none. */
  timeout: number
  user: string
  database: string
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Runs pending migrations; if there are none, it only checks.
 * @param migrates called if there are some.
 * @throws StoreUnavailable if a retry may help.
 */
export async function migrateDatabase(
  databaseUrl: string,
  migrates: () => void = () => {},
  migrations: readonly Migration[] = readMigrations(),
): Promise<Limit> {
  const isBehind = async (client: Client) =>
    (await nextMigration(client, migrations).catch(throwAsOurs)) !== undefined
  const limit = await withClient(databaseUrl, extraTimeoutMillis, async (client) => {
    await requireFormats(client)
    return (await isBehind(client)) ? null : findLimit(client)
  })
  if (limit) return limit
  migrates()
  // Sets no timeout, because a migration may take long.
  return await withClient(databaseUrl, 0, async (client) => {
    await bringUpToDate(client, migrations).catch(throwAsOurs)
    return await findLimit(client)
  })
}

/**
 * @returns whether a database has Orglens's tables.
 * @throws StoreUnavailable if a retry may help.
 */
export function hasTables(databaseUrl: string): Promise<boolean> {
  const migrations = readMigrations()
  return withClient(databaseUrl, extraTimeoutMillis, async (client) => {
    const next = await nextMigration(client, migrations).catch(throwAsOurs)
    return next !== migrations[0]
  })
}

/** @throws StoreUnavailable if a retry may help. */
async function findLimit(client: Client): Promise<Limit> {
  const { rows } = await client
    .query<Limit>(
      `select setting::integer as timeout, current_user as user, current_database() as database
       from pg_settings where name = 'statement_timeout'`,
    )
    .catch(throwAsOurs)
  return rows[0] ?? { timeout: 0, user: '', database: '' }
}

function throwAsOurs(error: unknown): never {
  const isOurs = error instanceof StoreUnavailable || error instanceof SchemaTooNew
  const { message, code } = error as { message: string; code?: string }
  throw !isOurs && isUnavailable(code) ? new StoreUnavailable(message) : error
}

async function withClient<Result>(
  databaseUrl: string,
  statementTimeout: number,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectTo(databaseUrl, statementTimeout)
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/**
 * @param statementTimeout the statement timeout, in ms; 0 for none.
 * @returns a separate connection, to be closed by the caller.
 * @throws Error that names the database and the reason, without the password.
 */
export async function connectTo(databaseUrl: string, statementTimeout = 0): Promise<Client> {
  const client = createClient(databaseUrl, statementTimeout)
  client.on('error', () => {})
  try {
    await connect(client)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/**
 * @param setting names the address, for errors.
 * @returns a connection to the database itself, to be closed by the caller.
 * @throws Error as `connectTo` does, and if a pooler is in between: it would lend a connection that others wait for, and
 *   may take it back at any time.
 */
export async function connectDirectly(databaseUrl: string, setting: string): Promise<Client> {
  const client = await connectTo(databaseUrl)
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
  // A pooler can't tell who will serve the session, and makes this id up.
  const { processID } = client as unknown as { processID: number }
  if (rows[0]?.id === processID) return client
  await client.end()
  throw new Error(
    `${setting} leads through a pooler, such as PgBouncer. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.`,
  )
}

function createClient(databaseUrl: string, statementTimeout: number): Client {
  try {
    return new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis,
      query_timeout: statementTimeout,
      keepAlive: true,
    })
  } catch (error) {
    const { path, code } = error as NodeJS.ErrnoException
    if (path) throw new Error(`DATABASE_URL names the file ${path}, which can't be read: ${code}.`)
    // The original error contains the address.
    throw new Error(
      'DATABASE_URL is not a valid address. It reads postgresql://user:password@host:port/database; special characters in it must be percent-encoded.',
    )
  }
}

/** @param code the driver's or PostgreSQL's error code. @returns the likeliest mend. */
function adviceOn(code = ''): string {
  if (code === '28P01') {
    return 'Check user and password in DATABASE_URL: in them write % as %25, / as %2F, # as %23, ? as %3F and @ as %40.'
  }
  if (code === 'CERT_HAS_EXPIRED') return 'Renew its certificate.'
  if (/ISSUER|SELF_SIGNED|LEAF_SIGNATURE/.test(code)) {
    return 'If its certificate is from an authority of your own, add ?sslmode=verify-full&sslrootcert=… to DATABASE_URL, with the file of that authority.'
  }
  return 'Check that it is running and that DATABASE_URL is right.'
}

async function connect(client: Client): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    const { host, port, database, user } = client
    // Trying several addresses of a host fails with an error that has a code but no message.
    const { message, code } = error as { message?: string; code?: string }
    const text = `Can't use the PostgreSQL database "${database}" at ${host}:${port} as user "${user}": ${message || code}. ${adviceOn(code)}`
    // An unknown host name may appear later; an untrusted certificate stays untrusted.
    const mayPass = isUnavailable(code) && !/CERT|SIGNATURE/.test(code ?? '')
    throw mayPass ? new StoreUnavailable(text) : new Error(text)
  }
}
