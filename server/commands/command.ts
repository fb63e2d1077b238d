import { spawnSync } from 'node:child_process'
import type { Store } from '../api/store'
import { openPgliteStore, openPostgresqlStore } from '../app/sql-store'
import { readServerSettings } from '../node/settings/settings'
import { hasDatabase } from '../store/pglite/data-folder'
import { connectDirectly, hasTables } from '../store/postgresql/postgresql'
import { loadSettings } from './command-settings'

/* Parts that the operator's commands share. Commands need only the database's settings: an operator who investigates
   at night may not have the payment provider's keys at hand. */

const log = { info() {}, error: console.error }

/** The settings that commands use: the database's, and those that mails, papers and entries contain. */
const used =
  /^(ACCESS_TOKEN_SECRET|INVOICE_EXPORT_NOTE|DATABASE_.*|DATA_DIR|TIME_ZONE|APP_URL|PORT|PRODUCT_NAME|TWO_FACTOR|PASSKEY_DOMAIN|HALTED_PLAN_DAYS|RATE_LIMITS)$/

/** @returns the server's settings, as far as commands use them. */
export function readCommandSettings(environment: Record<string, string | undefined> = process.env) {
  const named = Object.entries(environment).filter(([name]) => used.test(name))
  // Commands don't read NODE_ENV, so an APP_URL with https would be refused. Nobody can connect to a command, so this
  // is safe.
  return readServerSettings({ ...Object.fromEntries(named), EXPOSE_DEVELOPMENT: 'on' })
}

/** @returns the database's settings and the site's time zone. */
export function readDataSettings() {
  const settings = readCommandSettings()
  const { databaseUrl, directDatabaseUrl, dataDirectory, connections, timeZone } = settings
  return { databaseUrl, directDatabaseUrl, dataDirectory, connections, timeZone }
}

/**
 * @returns a connection to PostgreSQL itself, to be closed by the caller; null: the data is in the embedded database.
 * @throws Error if it can't be reached, or only through a pooler.
 */
export async function connectToPostgresql() {
  const { databaseUrl, directDatabaseUrl } = readDataSettings()
  if (directDatabaseUrl) return connectDirectly(directDatabaseUrl, 'DATABASE_DIRECT_URL')
  return databaseUrl ? connectDirectly(databaseUrl, 'DATABASE_URL') : null
}

/**
 * Opens the database. Servers may be using PostgreSQL; the embedded database belongs to one process, so its
 * server must be stopped.
 * @throws Error if there is none, or it can't be used.
 */
export async function openCommandStore(): Promise<Store> {
  const { databaseUrl, dataDirectory, connections } = readDataSettings()
  if (databaseUrl) {
    // Refuses a database without tables, because opening it would create them.
    if (!(await hasTables(databaseUrl))) {
      throw new Error(
        'The database at DATABASE_URL has no tables of Orglens. Name the one that the servers use.',
      )
    }
    return openPostgresqlStore(databaseUrl, log, { ...connections, poolSize: 1 })
  }
  if (!hasDatabase(dataDirectory)) {
    throw new Error(
      `There is no database in ${dataDirectory}. Set DATA_DIR to where it is, or DATABASE_URL.`,
    )
  }
  return openPgliteStore(dataDirectory, log)
}

/**
 * Prints a line on standard output, and waits until it is written.
 * @throws Error if it can't be, because the disk is full, for example. `console` would keep silent.
 */
export function print(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()))
  })
}

/**
 * Runs a command to its end, with its settings: prints an error that it throws, and fails the process.
 * @param command gets the command line's words without the file of settings, and the origin of the settings.
 */
export function runCommand(command: (words: string[], from: string) => Promise<void>): void {
  // `print` throws these errors.
  process.stdout.on('error', () => {})
  const run = async () => {
    const { words, from, startsAgain } = loadSettings(process.argv.slice(2))
    if (startsAgain) {
      const again = [...process.execArgv, ...process.argv.slice(1)]
      process.exitCode = spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1
      return
    }
    console.error(`Settings: ${from}.`)
    await command(words, from)
  }
  run().catch((error: unknown) => {
    // The reader of the output has closed it, as in `… | head`.
    if ((error as { code?: unknown } | null)?.code === 'EPIPE') return
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
