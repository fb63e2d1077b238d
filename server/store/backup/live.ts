import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { Log } from '../../lib/log'
import { dump } from './dump'
import { failureLine, type Lines, linesOf, textOf } from './lines'
import { recordBackup } from './record'

/*
 * The embedded database allows one process. So a command that backs it up asks the running server, through a socket in the
 * data folder. The server sends the lines, waits until the command reports that they are on a disk, and records the backup.
 */

/**
 * Milliseconds that a reader may take nothing. Node notices that after twice as long at most, and calls wait for the
 * database for ten seconds.
 */
const readTimeout = 4_000
/** Milliseconds that the reader may then take to write the file to a disk. */
const diskTimeout = 5 * 60_000
/** The longest path of a socket on every system, in bytes. */
const longestPath = 103

const pathIn = (directory: string) => join(directory, 'backup.socket')
const written = 'written\n'
const recorded = 'recorded\n'

/**
 * Answers requests for a backup of the embedded database.
 * @param client takes its transactions in turns (`prepareEmbeddedStatements`).
 * @returns a function that stops this, and backups under way.
 */
export function answerBackups(directory: string, client: PGlite, log: Log): () => Promise<void> {
  const path = pathIn(directory)
  const underWay = new Map<Socket, Promise<void>>()
  const server = createServer((socket) => {
    const answering = answer(socket, client).catch(() => void socket.end())
    underWay.set(socket, answering)
    void answering.finally(() => underWay.delete(socket))
  })
  const giveUp = ({ message }: { message: string }) =>
    log.error('A backup needs this server to be stopped', { reason: message })
  server.on('error', giveUp)
  if (Buffer.byteLength(path) > longestPath) giveUp({ message: `the path ${path} is too long` })
  else listen()

  function listen(): void {
    // The process that made it has ended: this one holds the directory's lock.
    rmSync(path, { force: true })
    // Only the database's user may connect, from the first moment on.
    const mask = process.umask(0o177)
    server.listen(path)
    process.umask(mask)
    server.unref()
  }

  return async () => {
    server.close()
    for (const socket of underWay.keys()) socket.destroy()
    await Promise.all(underWay.values())
  }
}

async function answer(socket: Socket, client: PGlite): Promise<void> {
  socket.on('error', () => {})
  const now = new Date()
  let failure: Error | undefined
  async function* texts(source: Lines) {
    try {
      for await (const lines of source) yield textOf(lines)
    } catch (error) {
      failure = error as Error
      yield textOf([failureLine(failure.message)])
    }
  }
  await client.transaction(async (transaction) => {
    socket.setTimeout(readTimeout, () => socket.destroy())
    const lines = Readable.from(texts(dump(transaction, now)), { highWaterMark: 1 })
    await pipeline(lines, socket, { end: false })
    if (failure) throw failure
  })
  socket.setTimeout(diskTimeout)
  for await (const lines of linesOf(socket.iterator({ destroyOnReturn: false }))) {
    if (`${lines}\n` !== written) break
    await recordBackup(client, now)
    return void socket.end(recorded)
  }
  socket.destroy()
}

/**
 * Asks the server that uses an embedded database for a backup.
 * @param write saves its lines.
 * @returns the result of `write`, once the server has recorded the backup; null if no server answers there.
 * @throws Error if the server ends meanwhile, and the errors of `write`.
 */
export async function askForBackup<Result>(
  directory: string,
  write: (source: Lines) => Promise<Result>,
): Promise<Result | null> {
  const socket = connect(pathIn(directory))
  try {
    await once(socket, 'connect')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ECONNREFUSED'].includes(code)) return null
    throw new Error(`The server can't be asked for a backup: ${(error as Error).message}`)
  }
  socket.on('error', () => {})
  try {
    const result = await write(arriving(socket))
    socket.write(written)
    for await (const lines of linesOf(socket)) if (`${lines}\n` === recorded) return result
    throw new Error('The backup is complete, but the server ended before it recorded it.')
  } finally {
    socket.destroy()
  }
}

/** Passes the lines on. @throws Error if they end before the reader stops. */
async function* arriving(socket: Socket): AsyncGenerator<string[]> {
  try {
    yield* linesOf(socket.iterator({ destroyOnReturn: false }))
  } catch {
    // The connection was reset.
  }
  throw new Error('The server ended, or gave up, before the backup was complete: there is none.')
}
