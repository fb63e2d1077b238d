import type { Client } from 'pg'
import type { ServerSettings } from '../../node/settings/settings'
import { DataTooOld } from '../../store/data-too-old'
import { nextMigration, readMigrations, SchemaTooNew } from '../../store/migrate'
import {
  type ConnectionSettings,
  connectTo,
  findLimits,
  isTooLong,
  remedyOfTimeout,
} from '../../store/postgresql/postgresql'
import { StoreUnavailable } from '../../store/unavailable'
import { keyIdOf } from '../../two-factor/secret-box'
import { type Check, type Finding, fault, ok, reasonOf, skipped, warning } from './check'
import { findPooler } from './pooler'

/** The oldest and the newest major version of PostgreSQL that Orglens is tested with. */
const supported = { oldest: 15, newest: 18 }

/** A database that is looked at over one connection. */
export interface Examined {
  url: string
  connections: ConnectionSettings
  /** Null: the settings are refused. */
  twoFactor: ServerSettings['twoFactor'] | null
  connect: Promise<Client>
  /** The same; null: it can't be used. */
  client: Promise<Client | null>
  /** Ends when the check before has ended: a connection answers one query at a time. */
  turn: Promise<unknown>
}

/** @param patience of each statement, in ms. */
export function examineDatabase(
  given: Pick<Examined, 'url' | 'connections' | 'twoFactor'>,
  patience: number,
): Examined {
  const connect = connectTo(given.url, patience)
  return { ...given, connect, client: connect.catch(() => null), turn: Promise.resolve() }
}

/** @returns a database's address without its password. */
const namedOf = (url: string) => {
  const { username, host, pathname } = new URL(url)
  return `${decodeURIComponent(username)}@${host}${pathname}`
}

function inTurn<Found>(given: Examined, act: () => Promise<Found>): Promise<Found> {
  const found = given.turn.then(act)
  given.turn = found.catch(() => {})
  return found
}

/** Lets a check have the connection. */
function withClient(
  find: (client: Client, given: Examined) => Promise<Finding>,
): (given: Examined) => Promise<Finding> {
  return async (given) => {
    const client = await given.client
    if (!client) return skipped('The database can’t be used.')
    return await inTurn(given, () => find(client, given))
  }
}

interface Rights {
  user: string
  isReadOnly: boolean
  mayCreateSchemas: boolean
  mayCreateTables: boolean
  /** Tables of other owners. */
  foreign: string[]
}

/** Compares the migrations of a database with those of a version. */
export async function examineSchema(
  client: Client,
  migrations = readMigrations(),
): Promise<Finding> {
  try {
    const next = await nextMigration(client, migrations)
    if (!next) return ok('No migration of this version is missing.')
    const missing = migrations.length - migrations.indexOf(next)
    return missing === migrations.length
      ? warning('It has no tables of Orglens.', 'The first start of the server creates them.')
      : warning(
          `${missing} migrations are missing, from ${next.name} on: it belongs to an older version.`,
          'The next start of a server of this version runs them. Read "Upgrades" in docs/operating.md before.',
        )
  } catch (error) {
    if (error instanceof DataTooOld) {
      return fault(error.message, 'Set DATABASE_URL to an empty database.')
    }
    if (!(error instanceof SchemaTooNew)) throw error
    return fault(error.message, 'Start the newer version, or restore a backup from before it.')
  }
}

/** The checks of PostgreSQL, over the address that the server uses. */
export const databaseChecks: readonly Check<Examined>[] = [
  {
    name: 'database',
    tried: ({ url }) => `to sign in at PostgreSQL as ${namedOf(url)}`,
    async find(given) {
      try {
        const client = await given.connect
        const { rows } = await inTurn(given, () =>
          client.query<{ number: string; name: string }>(
            `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
          ),
        )
        const major = Math.floor(Number(rows[0]?.number) / 10_000)
        const found = `PostgreSQL ${rows[0]?.name} answers.`
        const { oldest, newest } = supported
        const todo = `Use a version from ${oldest} to ${newest}.`
        if (major < oldest) return fault(`${found} That is too old.`, todo)
        if (major > newest) return warning(`${found} Orglens wasn't tested with it.`, todo)
        return ok(found)
      } catch (error) {
        return fault(
          reasonOf(error),
          error instanceof StoreUnavailable
            ? 'Check that PostgreSQL runs, that DATABASE_URL names its host and port, and that it accepts connections from here.'
            : 'Check the user, the password, the name of the database and the certificate in DATABASE_URL.',
        )
      }
    },
  },
  {
    name: 'database rights',
    tried: () => 'to read what the user may do, and whether anything can be written',
    find: withClient(async (client) => {
      const { rows } = await client.query<Rights>(`
        select current_user as "user", current_setting('transaction_read_only') = 'on' as "isReadOnly",
          has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
          coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
          array(
            select format('%I.%I', schemaname, tablename) from pg_tables
            where schemaname in (current_schema(), 'drizzle') and not pg_has_role(tableowner, 'usage')
            order by 1
          ) as foreign`)
      const { user, isReadOnly, mayCreateSchemas, mayCreateTables, foreign } = rows[0] as Rights
      if (isReadOnly) {
        return fault(
          'The database can only be read.',
          'DATABASE_URL must lead to the primary, not to a replica, and default_transaction_read_only must be off.',
        )
      }
      const todo = `Let the user own the database: alter database … owner to "${user}"`
      if (!mayCreateSchemas || !mayCreateTables) {
        return fault(`The user "${user}" may not create tables, as migrations do.`, todo)
      }
      if (foreign.length > 0) {
        return fault(
          `Tables belong to somebody else than "${user}", and migrations can't change them: ${foreign.join(', ')}`,
          'As their owner or a superuser: reassign owned by … to …',
        )
      }
      return ok(`The user "${user}" may write, and create tables.`)
    }),
  },
  {
    name: 'database schema',
    tried: () => 'to compare the migrations of the database with those of this version',
    find: withClient((client) => examineSchema(client)),
  },
  {
    name: 'statement_timeout',
    tried: ({ connections }) =>
      `to compare the user's statement_timeout with DATABASE_STATEMENT_TIMEOUT_SECONDS, ${connections.statementTimeout / 1000}`,
    find: withClient(async (client, { connections }) => {
      const limits = await findLimits(client)
      const found =
        limits.statementTimeout === 0 ? 'There is none.' : `It is ${limits.statementTimeout} ms.`
      return isTooLong(limits, connections.statementTimeout)
        ? fault(
            `${found} PostgreSQL goes on with statements that the server has given up.`,
            remedyOfTimeout(limits, connections.statementTimeout),
          )
        : ok(found)
    }),
  },
  {
    name: 'TWO_FACTOR_KEY',
    tried: () => 'to count the authenticator apps whose secret another key has encrypted',
    find: withClient(async (client, { twoFactor }) => {
      if (!twoFactor) return skipped('The settings are refused.')
      if (twoFactor.mode === 'off') return skipped('TWO_FACTOR is off: nobody is asked for a code.')
      const { rows: tables } = await client.query(
        `select where to_regclass('public.second_factors') is not null`,
      )
      if (tables.length === 0) return skipped('There are no second factors yet.')
      const { rows } = await client.query<{ key: string; count: number }>(
        `select split_part(secret, '.', 1) as key, count(*)::integer as count
         from public.second_factors where since is not null group by 1`,
      )
      const { key, earlierKey } = twoFactor
      const countOf = (isMeant: (id: string) => boolean) =>
        rows.reduce((sum, row) => sum + (isMeant(row.key) ? row.count : 0), 0)
      const [own, earlier] = [key, earlierKey].map((one) => one !== undefined && keyIdOf(one))
      const lost = countOf((id) => id !== own && id !== earlier)
      if (lost > 0) {
        return fault(
          `Apps whose codes can't be checked, because neither key is theirs: ${lost}.`,
          'Set the key that they were encrypted with as TWO_FACTOR_KEY_ALSO_ACCEPTED. If it is lost, see "Changing secrets" in docs/operating.md.',
        )
      }
      const waiting = earlier === own ? 0 : countOf((id) => id === earlier)
      return ok(
        waiting > 0
          ? `All can be checked. Still encrypted with TWO_FACTOR_KEY_ALSO_ACCEPTED: ${waiting}.`
          : 'All can be checked.',
      )
    }),
  },
  {
    name: 'pooler',
    tried: () =>
      'to follow two connections, and a prepared statement, from one transaction to the next',
    find: withClient((_client, { url, connections }) =>
      findPooler(url, connections.preparedStatements),
    ),
  },
]
