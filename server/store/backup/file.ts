import { once } from 'node:events'
import {
  createReadStream,
  createWriteStream,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { syncPath } from '../pglite/durable-directory'
import { checked, type Lines, linesOf, textOf } from './lines'

const backupName = /^orglens-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.jsonl\.gz$/
const partial = '.partial'
/** Milliseconds after which an unfinished file is a remainder: writing a backup takes less. */
const oldestPartial = 24 * 60 * 60 * 1000

/**
 * Writes a backup into a new file, which gets its name once it is complete and on the disk. Deletes unfinished files of
 * backups that were killed more than a day ago.
 * @param folder must exist.
 * @returns the file's path.
 * @throws Error if anything fails; then there is no file.
 */
export async function writeBackup(
  folder: string,
  source: Lines,
  now = new Date(),
): Promise<string> {
  removeRemains(folder, now)
  const path = join(folder, `orglens-${now.toISOString().replace(/[:.]/g, '-')}.jsonl.gz`)
  // Only its owner may read the file: it holds hashes of passwords, and people's addresses.
  const file = createWriteStream(path + partial, { flags: 'wx', mode: 0o600, flush: true })
  await once(file, 'open')
  try {
    async function* texts() {
      for await (const lines of checked(source)) yield textOf(lines)
    }
    // The fastest level, because an embedded database keeps everybody waiting meanwhile.
    const gzip = createGzip({ level: 1 })
    await pipeline(Readable.from(texts(), { highWaterMark: 1 }), gzip, file)
    renameSync(path + partial, path)
    syncPath(folder)
  } catch (error) {
    rmSync(path + partial, { force: true })
    throw error
  }
  return path
}

/**
 * Checks a backup to its end.
 * @returns its lines.
 * @throws Error if the file is damaged, or is no backup.
 */
export async function readBackup(path: string): Promise<Lines> {
  for await (const _ of checked(linesIn(path)));
  return linesIn(path)
}

async function* linesIn(path: string): AsyncGenerator<string[]> {
  const gunzip = createGunzip()
  const reading = pipeline(createReadStream(path), gunzip)
  // `gunzip` throws the same error.
  reading.catch(() => {})
  try {
    yield* linesOf(gunzip)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') throw new Error('The backup is damaged: it was cut short.')
    if (!code.startsWith('Z_')) throw error
    throw new Error(`The file is no backup, or is damaged: ${message}.`)
  }
}

/** Deletes all backups of a folder but the newest. @returns the names of those deleted. */
export function keepNewest(folder: string, most: number): string[] {
  const backups = readdirSync(folder).filter((name) => backupName.test(name))
  const outdated = backups.sort().slice(0, -most)
  for (const name of outdated) rmSync(join(folder, name))
  return outdated
}

function removeRemains(folder: string, now: Date): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(partial) || !backupName.test(name.slice(0, -partial.length))) continue
    const written = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs
    if (written !== undefined && now.getTime() - written > oldestPartial) {
      rmSync(join(folder, name), { force: true })
    }
  }
}
