import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase, requireEmpty } from './copy'
import { openPgliteDatabase } from './pglite'
import { connectTo, migrateDatabase } from './postgresql'

/**
 * Copies the embedded database of a directory into an empty PostgreSQL. The directory stays as it is.
 * @returns how many rows each table has, each compared with its copy.
 * @throws Error when a server uses the directory, when it holds no database, when the target isn't
 *   empty, or when anything went wrong; then the target holds no row.
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
    // Before anything is made there.
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
