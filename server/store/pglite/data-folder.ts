import { readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** The bytes that the embedded database needs to write its log: one segment. */
export const leastFree = 16 * 1024 * 1024
/** The free bytes below which the disk of the data folder counts as nearly full. The database's log grows by 16 MB at a time. */
export const nearlyFull = 200 * 1024 * 1024

/**
 * Refuses to open a database for anybody but its owner, whose server files of other users would stop.
 * @param own a file that this process has made beside it. Some file systems report one owner for all files.
 * @throws Error that names the user to run as.
 */
export function requireOwner(database: string, own: string): void {
  const owner = statSync(database, { throwIfNoEntry: false })?.uid
  if (owner === undefined || owner === statSync(own).uid) return
  throw new Error(
    `${database} belongs to ${ownerOf(database)}, and only that user may open it. Run this as that user: sudo -u ${ownerOf(database)} …`,
  )
}

/** @returns the path of a data folder's embedded database. */
export const databaseIn = (directory: string) => join(directory, 'pglite')

/** @returns the path of the file that names the process which uses a data folder. */
export const lockIn = (directory: string) => join(directory, 'database.lock')

/**
 * @returns whether there is an embedded database in a folder.
 * @throws Error if this process isn't let in.
 */
export function hasDatabase(directory: string): boolean {
  try {
    statSync(databaseIn(directory))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw new Error(reasonOf(error, directory), { cause: error })
  }
}

/**
 * @param directory of the embedded database.
 * @returns the reason why it can't be opened, in words. PGlite itself only says that it aborted.
 */
export function reasonOf(error: unknown, directory: string): string {
  const { code = '', path, message } = error as NodeJS.ErrnoException
  if (code === 'EROFS') return `${directory} is on a file system that can only be read.`
  const isDenied = code === 'EACCES' || code === 'EPERM'
  const isAborted = message.includes('Aborted')
  if (code === 'ENOSPC' || (isAborted && freeSpace(directory) < leastFree)) {
    return `the disk of ${directory} is full. Make room, and start again.`
  }
  const refused = isDenied ? (path ?? directory) : isAborted && foreignFile(directory)
  if (!refused) return message
  const found = nearest(refused)
  return `${found} belongs to ${ownerOf(found)}, and the user ${userInfo().username} can't use it. Run this as its owner, or give it to the server's user: ${commandToGive(directory)}`
}

/** @returns the command that gives a folder to another user, for a shell. */
export function commandToGive(directory: string): string {
  return `chown -R … '${resolve(directory).replaceAll("'", String.raw`'\''`)}'`
}

/**
 * Writes a file into a data folder and into its database, and deletes it. Where there is none yet, it tries the folder that
 * would contain it.
 * @returns the reason why this process can't, in words; null if it can.
 */
export function refusalToWrite(directory: string): string | null {
  try {
    for (const folder of [nearest(directory), nearest(databaseIn(directory))]) {
      const file = join(folder, `doctor-${process.pid}`)
      try {
        writeFileSync(file, 'Can be deleted.\n')
      } finally {
        rmSync(file, { force: true })
      }
    }
    return null
  } catch (error) {
    return reasonOf(error, directory)
  }
}

/** @returns the name of a file's owner, or the user id if it has no name. */
export function ownerOf(path: string): string {
  const { uid } = statSync(path)
  try {
    // Source: passwd(5).
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    return users.map((line) => line.split(':')).find(([, , id]) => id === `${uid}`)?.[0] || `${uid}`
  } catch {
    return `${uid}`
  }
}

/** @returns the free bytes on the disk of a folder, which needn't exist yet; Infinity if the system can't tell. */
export function freeSpace(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(nearest(directory))
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** @returns the path, or the nearest folder above it that exists. */
function nearest(path: string): string {
  try {
    statSync(path)
    return path
  } catch {
    return path === dirname(path) ? path : nearest(dirname(path))
  }
}

/** @returns a file in the folder that belongs to another user; undefined if there is none, or the folder can't be read. */
export function foreignFile(directory: string): string | undefined {
  const user = process.geteuid?.()
  if (user === undefined) return undefined
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .map((name) => join(directory, name))
      .find((file) => (statSync(file, { throwIfNoEntry: false })?.uid ?? user) !== user)
  } catch {
    return undefined
  }
}
