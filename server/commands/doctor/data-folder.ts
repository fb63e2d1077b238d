import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  databaseIn,
  foreignFile,
  freeSpace,
  hasDatabase,
  nearlyFull,
  ownerOf,
} from '../../store/pglite/data-folder'
import { type Finding, fault, ok, skipped, warning } from './question'

/**
 * @returns whether all files of the embedded database belong to this process's user. Doesn't open the database, which
 *   allows one process.
 * @throws Error if the folder is shut, or too old.
 */
export async function checkOwner(directory: string): Promise<Finding> {
  if (!hasDatabase(directory)) {
    return warning(
      `There is no database in ${resolve(directory)}.`,
      'The first start of the server creates it. Set DATA_DIR if it is elsewhere, or DATABASE_URL.',
    )
  }
  const database = databaseIn(directory)
  const isOwn = process.geteuid === undefined || statSync(database).uid === process.geteuid()
  const foreign = isOwn ? foreignFile(directory) : database
  if (foreign) {
    return fault(
      `${foreign} belongs to ${ownerOf(foreign)}: it stops the server.`,
      `Run the server, and this, as its owner; or give the folder to the server's user: chown -R … ${resolve(directory)}`,
    )
  }
  return ok(`Yes, to ${ownerOf(database)}, like all its files.`)
}

/** @returns whether there is room for the log of the embedded database. */
export async function checkDisk(directory: string): Promise<Finding> {
  const bytes = freeSpace(directory)
  if (bytes === Number.POSITIVE_INFINITY) return skipped('The file system doesn’t say.')
  const found = `${Math.floor(bytes / 1024 / 1024)} MB are left.`
  if (bytes >= nearlyFull) return ok(found)
  return fault(
    found,
    'Make room, give the folder a larger disk, or move to PostgreSQL: changes are refused when nothing is left.',
  )
}
