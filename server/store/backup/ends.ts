import type { Client } from 'pg'
import { hasDatabase } from '../pglite/data-folder'
import { openPgliteDatabase } from '../pglite/pglite'
import type { Connection } from '../sql/database'
import { dump } from './dump'
import type { Lines } from './lines'
import { load, type Restored } from './load'
import { recordBackup } from './record'

/**
 * Reads all of PostgreSQL, in one state, also while servers run.
 * @param use reads the lines of a backup, and returns once they are safe.
 */
export async function backUpPostgresql<Result>(
  client: Client,
  use: (source: Lines) => Promise<Result>,
): Promise<Result> {
  const now = new Date()
  const result = await within(client, 'isolation level repeatable read read only', (connection) =>
    use(dump(connection, now)),
  )
  await recordBackup(client, now)
  return result
}

/**
 * Reads all of an embedded database that no server uses. It isn't migrated.
 * @param use reads the lines of a backup, and returns once they are safe.
 */
export async function backUpFolder<Result>(
  directory: string,
  use: (source: Lines) => Promise<Result>,
): Promise<Result> {
  const now = new Date()
  const { client, close } = await openUnchanged(directory)
  try {
    const result = await client.transaction((connection) => use(dump(connection, now)))
    await recordBackup(client, now)
    return result
  } finally {
    await close()
  }
}

/** Brings a backup into an empty PostgreSQL. @throws Error if anything fails; then nothing is there. */
export function restoreToPostgresql(client: Client, source: Lines): Promise<Restored> {
  return within(client, '', (connection) => load(connection, source))
}

/**
 * Brings a backup into a folder without an embedded database.
 * @throws Error if anything fails; then there is none.
 */
export async function restoreToFolder(directory: string, source: Lines): Promise<Restored> {
  const refusal = `There is a database in ${directory}. Nothing was written. Set DATA_DIR to a new folder.`
  // Checked first, because opening a database migrates it.
  if (hasDatabase(directory)) throw new Error(refusal)
  let restored: Restored | undefined
  const fill = async (client: { transaction: TransactionOf }) => {
    restored = await client.transaction((connection) => load(connection, source))
  }
  const { close } = await openPgliteDatabase(directory, { fill })
  await close()
  // Another process has made a database meanwhile, so `fill` wasn't called.
  if (!restored) throw new Error(refusal)
  return restored
}

/**
 * Copies the embedded database of a folder, which no server uses, into an empty PostgreSQL. The folder isn't changed.
 * @throws Error if anything fails; then PostgreSQL has nothing.
 */
export async function moveToPostgresql(directory: string, client: Client): Promise<Restored> {
  const { client: source, close } = await openUnchanged(directory)
  try {
    return await source.transaction((connection) => restoreToPostgresql(client, dump(connection)))
  } finally {
    await close()
  }
}

type TransactionOf = <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>

function openUnchanged(directory: string) {
  if (!hasDatabase(directory)) {
    throw new Error(`There is no database in ${directory}. Set DATA_DIR to where it is.`)
  }
  return openPgliteDatabase(directory, { prepare: async () => {} })
}

async function within<Result>(
  client: Client,
  mode: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  await client.query(`begin ${mode}`)
  try {
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
