import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { acquireDirectoryLock } from './directory-lock'
import { createSqlStore, migrationsFolder } from './sql'
import type { Store } from './store'

/**
 * Opens the embedded database in a directory, which is made if need be, and brings it up to date.
 * PGlite itself doesn't notice a second process in its directory; the two would destroy the data.
 * @param directory holds the database, in `database`, and its lock.
 * @param waitMilliseconds how long to wait for another process that is about to close it.
 * @throws Error that says who else is using the directory, or why it can't be opened.
 */
export async function openPgliteStore(directory: string, waitMilliseconds = 5_000): Promise<Store> {
  mkdirSync(directory, { recursive: true })
  const subject = `The database in ${directory}`
  const release = await acquireDirectoryLock(
    join(directory, 'database.lock'),
    subject,
    waitMilliseconds,
  )
  try {
    const client = await openDatabase(join(directory, 'database'))
    try {
      const database = drizzle({ client })
      await migrate(database, { migrationsFolder })
      return createSqlStore(database, async () => {
        await client.close()
        release()
      })
    } catch (error) {
      await client.close()
      throw error
    }
  } catch (error) {
    release()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${subject} can't be opened: ${reason}`, { cause: error })
  }
}

/** A new database gets its name when it is complete: a cut-short first start leaves none behind. */
async function openDatabase(path: string): Promise<PGlite> {
  if (!existsSync(path)) {
    const unfinished = `${path}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    const client = await PGlite.create(unfinished)
    await client.close()
    renameSync(unfinished, path)
  }
  return PGlite.create(path)
}
