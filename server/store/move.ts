import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase, requireEmpty } from './copy'
import { openPgliteDatabase } from './pglite'
import { connectTo, migrateDatabase } from './postgresql'

/**
 * Copies the embedded database of a directory into an empty PostgreSQL. The directory isn't
 * changed.
 * @returns the number of rows of each table, all compared with their copies.
 * @throws Error if a server uses the directory, if it contains no database, if the target isn't
 *   empty, or if anything fails; then the target has no rows.
 */
export async function moveToPostgresql(
  directory: string,
  databaseUrl: string,
): Promise<Map<string, number>> {
  if (!existsSync(join(directory, 'database'))) {
    throw new Error(`There is no database in ${directory}. Set DATA_DIR to where it is.`)
  }
  const target = await connectTo(databaseUrl)
  try {
    // Before anything is created there.
    await requireEmpty(target)
    await migrateDatabase(databaseUrl)
    const source = await openPgliteDatabase(directory)
    try {
      return await copyDatabase(source.client, target)
    } finally {
      await source.close()
    }
  } finally {
    await target.end()
  }
}
