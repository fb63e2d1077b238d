import type { Client } from 'pg'
import { second } from '../../lib/time'
import type { ServerSettings } from '../../node/settings/settings'
import { nextMigration, readMigrations } from '../../store/migrate'
import { connectDirectly, connectTo, requireFormats } from '../../store/postgresql/postgresql'
import { keyIdOf } from '../../two-factor/secret-box'
import { type Finding, fault, ok, reasonOf, skipped, warning } from './question'

const connect = (url: string) => connectTo(url, 5 * second)

/** Runs `find` with a connection, and closes that. */
async function withClient(
  url: string,
  find: (client: Client) => Promise<Finding>,
): Promise<Finding> {
  const client = await connect(url).catch(() => null)
  if (!client) return skipped('It doesn’t let us in.')
  try {
    return await find(client)
  } finally {
    await client.end()
  }
}

/**
 * @returns whether PostgreSQL accepts the user and answers a query. A connection alone proves nothing: a pooler accepts
 *   it by itself.
 */
export async function checkDatabase(url: string): Promise<Finding> {
  try {
    const client = await connect(url)
    try {
      await client.query('select')
      const refusal = await requireFormats(client).catch(reasonOf)
      if (refusal) return fault(refusal, 'Do that, then restart the servers.')
    } finally {
      await client.end()
    }
    return ok('Yes.')
  } catch (error) {
    return fault(
      reasonOf(error),
      'Check that PostgreSQL runs and accepts connections from here, and the host, port, user, password, database and certificate in DATABASE_URL.',
    )
  }
}

/**
 * @param directUrl `DATABASE_DIRECT_URL`; undefined: backups use the server's own address.
 * @returns whether backups can read the servers' database, past any pooler.
 */
export async function checkDirectAddress(
  url: string,
  directUrl: string | undefined,
): Promise<Finding> {
  const setting = directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  let direct: Client
  try {
    direct = await connectDirectly(directUrl ?? url, setting)
  } catch (error) {
    return fault(
      reasonOf(error),
      `Check ${setting}: without a connection to PostgreSQL itself there are no backups.`,
    )
  }
  try {
    if (!directUrl) return ok('Yes.')
    const own = await identityOf(direct)
    return await withClient(url, async (client) =>
      (await identityOf(client)) === own
        ? ok('Yes.')
        : fault(
            'DATABASE_DIRECT_URL leads to another database than DATABASE_URL.',
            'Name the same database in both, or backups are of the wrong one.',
          ),
    )
  } finally {
    await direct.end()
  }
}

/** @returns text that two connections share only if they lead to one database. */
async function identityOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select system_identifier || ' ' || current_database() as identity from pg_control_system()`,
  )
  return rows[0]?.identity ?? ''
}

/** @returns whether migrations of this version are missing. */
export const checkMigrations = (url: string): Promise<Finding> =>
  withClient(url, async (client) => {
    const migrations = readMigrations()
    const next = await nextMigration(client, migrations)
    if (!next) return ok('Yes.')
    return next === migrations[0]
      ? warning('It has no tables of Orglens.', 'The first start of the server creates them.')
      : warning(
          `Migrations are missing, from ${next.name} on: it belongs to an older version.`,
          'The next start of a server of this version runs them. Read "Upgrades" in docs/operating.md before.',
        )
  })

/** @returns whether each authenticator app's secret can be decrypted, and how many still need the earlier key. */
export const checkTwoFactorKeys = (
  url: string,
  { mode, key, earlierKey }: ServerSettings['twoFactor'],
): Promise<Finding> =>
  withClient(url, async (client) => {
    if (mode === 'off') return skipped('TWO_FACTOR is off: nobody is asked for a code.')
    const { rows: tables } = await client.query(
      `select where to_regclass('public.second_factors') is not null`,
    )
    if (tables.length === 0) return skipped('There are no second factors yet.')
    const { rows } = await client.query<{ key: string; count: number }>(
      `select split_part(secret, '.', 1) as key, count(*)::integer as count
       from public.second_factors where since is not null group by 1`,
    )
    const countOf = (isMeant: (id: string) => boolean) =>
      rows.reduce((sum, row) => sum + (isMeant(row.key) ? row.count : 0), 0)
    const [own, earlier] = [key, earlierKey].map((one) => one !== undefined && keyIdOf(one))
    const lost = countOf((id) => id !== own && id !== earlier)
    if (lost > 0) {
      return fault(
        `Not those of ${lost}: neither key has encrypted their secret.`,
        'Set the key that they were encrypted with as TWO_FACTOR_KEY_ALSO_ACCEPTED. If it is lost, see "Changing secrets" in docs/operating.md.',
      )
    }
    const waiting = earlier === own ? 0 : countOf((id) => id === earlier)
    return ok(waiting > 0 ? `Yes; ${waiting} still need TWO_FACTOR_KEY_ALSO_ACCEPTED.` : 'Yes.')
  })
