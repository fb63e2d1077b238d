import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import {
  commandToGive,
  databaseIn,
  foreignFile,
  freeSpace,
  hasDatabase,
  lockIn,
  nearlyFull,
  ownerOf,
  refusalToWrite,
} from '../../store/pglite/data-folder'
import { findHolder } from '../../store/pglite/directory-lock'
import { type Finding, fault, ok, skipped, warning } from './question'

/**
 * @returns whether this process's user can write the data folder, owns all files of the embedded database, and who has that
 *   open. Doesn't open the database, which allows one process.
 * @throws Error if the folder is shut.
 */
export async function checkFolder(directory: string): Promise<Finding> {
  const hasOne = hasDatabase(directory)
  const database = databaseIn(directory)
  const isOwn =
    !hasOne || process.geteuid === undefined || statSync(database).uid === process.geteuid()
  const foreign = isOwn ? foreignFile(directory) : database
  if (foreign) {
    return fault(
      `${foreign} belongs to ${ownerOf(foreign)}: it stops the server.`,
      `Run the server, and this, as its owner; or give the folder to the server's user: ${commandToGive(directory)}`,
    )
  }
  const refusal = refusalToWrite(directory)
  if (refusal !== null) {
    return fault(
      `Not as ${userInfo().username}: ${refusal}`,
      'Give the server a folder in DATA_DIR that its user can write.',
    )
  }
  if (!hasOne) {
    return warning(
      `There is no database in ${resolve(directory)}.`,
      'The first start of the server creates it. Set DATA_DIR if it is elsewhere, or DATABASE_URL.',
    )
  }
  const found = `Yes, as ${ownerOf(database)}, who owns all its files.`
  const holder = findHolder(lockIn(directory))
  return ok(`${found} ${holder === null ? 'No process has it open.' : `Open in ${holder}.`}`)
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
