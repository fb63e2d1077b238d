import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import type { Log } from '../../lib/log'
import { answerBackups } from '../backup/live'
import { endProcess } from '../end-process'
import { bringUpToDate } from '../migrate'
import { prepareEmbeddedStatements } from '../prepared-statements'
import type { OpenDatabase } from '../sql/database'
import type { Ask, Statement, Transact } from '../sql/transact'
import { startAutovacuum } from './autovacuum'
import { databaseIn, lockIn, reasonOf, requireOwner } from './data-folder'
import { acquireDirectoryLock } from './directory-lock'
import { openDurably, syncDirectory } from './durable-directory'

/** How long to wait for another process that is closing the database, in ms. */
const wait = 5_000

/** An embedded database, locked and migrated. */
export interface EmbeddedDatabase {
  client: PGlite
  close: () => Promise<void>
}

interface Preparation {
  /** Replaces the migrations. */
  prepare?: (client: PGlite) => Promise<void>
  /** Writes into a new database. If it fails, there is no database. */
  fill?: (client: PGlite) => Promise<void>
}

const noRows = async () => {}

/**
 * Opens the embedded database in a directory for a store, and keeps it vacuumed.
 * @param log receives failures of vacuuming.
 * @throws Error as `openPgliteDatabase` does.
 */
export async function openPglite(directory: string, log: Log): Promise<OpenDatabase> {
  const { client, close } = await openPgliteDatabase(directory)
  const transactions = embeddedTransactions(client)
  endWithDatabase(client)
  const stopUpkeep = startAutovacuum(client, log)
  const stopAnswering = answerBackups(directory, client, log)
  return {
    database: drizzle({ client }),
    ...transactions,
    close: async () => {
      await stopAnswering()
      await stopUpkeep()
      await close()
    },
  }
}

/**
 * Opens the embedded database in a directory, which it creates if necessary, and migrates it.
 * PGlite itself doesn't notice a second process in its directory; the two would destroy the data.
 * @param directory contains the database, and its lock.
 * @throws Error that names another user of the directory, or says why it can't be opened.
 */
export async function openPgliteDatabase(
  directory: string,
  { prepare = bringUpToDate, fill = noRows }: Preparation = {},
): Promise<EmbeddedDatabase> {
  const subject = `The database in ${directory}`
  const lock = lockIn(directory)
  const inWords = (error: unknown) =>
    new Error(`${subject} can't be opened: ${reasonOf(error, directory)}`, { cause: error })
  const locked = async () => {
    mkdirSync(directory, { recursive: true })
    return await acquireDirectoryLock(lock, subject, wait)
  }
  const { opened, release } = await locked().catch((error: NodeJS.ErrnoException) => {
    throw error.code ? inWords(error) : error
  })
  try {
    requireOwner(databaseIn(directory), lock)
  } catch (error) {
    release()
    throw error
  }
  try {
    const client = await openDatabase(directory, fill)
    try {
      await prepare(client)
      opened()
      const close = async () => {
        await client.close()
        release()
      }
      return { client, close }
    } catch (error) {
      await client.close()
      throw error
    }
  } catch (error) {
    release()
    throw inWords(error)
  }
}

/**
 * Ends the process if the embedded database can't write its log: it would hang for ever, where PostgreSQL ends and recovers.
 * The restart recovers, and nothing that was acknowledged is lost.
 */
function endWithDatabase(client: PGlite): void {
  const query = client.query.bind(client)
  const transaction = client.transaction.bind(client)
  const endIfEnded = (error: unknown) => {
    if ((error as { severity?: unknown }).severity === 'PANIC') {
      endProcess(new Error(`The embedded database has ended: ${String(error)}`))
    }
    throw error
  }
  client.query = (...parameters) => query<never>(...parameters).catch(endIfEnded)
  client.transaction = (work) => transaction(work).catch(endIfEnded)
}

/** Opens a database. A new one gets its name once it is complete, so that an interrupted first start leaves none behind. */
async function openDatabase(
  directory: string,
  fill: (client: PGlite) => Promise<void>,
): Promise<PGlite> {
  const path = databaseIn(directory)
  if (!existsSync(path)) {
    const unfinished = `${path}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished)
    hideFromOthers(unfinished)
    const client = await PGlite.create(unfinished)
    await fill(client).finally(() => client.close())
    hideFromOthers(unfinished)
    syncDirectory(unfinished)
    renameSync(unfinished, path)
  }
  hideFromOthers(path)
  return openDurably(path)
}

/**
 * Closes a folder and its files to everybody but the server's user, as PostgreSQL does with its own: a new database of PGlite
 * has files that everybody may read and write, also in a copy elsewhere.
 */
function hideFromOthers(folder: string): void {
  closeToOthers(folder, 0o700)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    closeToOthers(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  }
}

function closeToOthers(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    // The file system has no permissions, or the file is another user's.
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EPERM', 'ENOTSUP'].includes(code)) throw error
  }
}

/**
 * Lets the embedded database prepare its statements.
 * @returns functions that run transactions, and statements by themselves.
 */
function embeddedTransactions(client: PGlite): { transact: Transact; execute: Ask } {
  const executeNow = prepareEmbeddedStatements(client)
  const askBy =
    (execute: typeof executeNow): Ask =>
    async ({ text, values }: Statement) => {
      try {
        const { rows, affectedRows = 0 } = await execute(text, values, { rowMode: 'array' })
        return { rows: rows as unknown as unknown[][], count: affectedRows }
      } catch (error) {
        throw new DrizzleQueryError(text, values, error as Error)
      }
    }

  return {
    execute: askBy((text, values, options) => client.query(text, values, options)),

    transact: (_isolation, work) => {
      const ask = askBy(executeNow)
      // There is one connection: nobody else can see or change anything meanwhile.
      return client.transaction(async (transaction) => {
        const last = await work(ask)
        if (!last) return await transaction.rollback()
        for (const statement of last) await ask(statement)
      })
    },
  }
}
