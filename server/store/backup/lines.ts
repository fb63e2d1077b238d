import { createHash } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'

/*
 * A backup is lines of text: a head, then for each table its name and a line for each row, then an end. A row is
 * an object of JSON, everything else an array whose first element says what it is.
 */

export type Lines = AsyncIterable<readonly string[]>

/** The first line, which describes the backup. */
export interface Head {
  /** The version of Orglens that made it. */
  version: string
  /** The time of the backup, in ISO 8601. */
  madeAt: string
  /** The last migration of the database. */
  migration: string
}

export interface End {
  rows: Record<string, number>
  /** The checksum of all lines before this one, in hexadecimal. */
  sha256: string
}

const format = 'orglens-backup'
/** The number of the format that this version writes, and the newest that it reads. */
const formatVersion = 1

export const headLine = (head: Head) => JSON.stringify([format, formatVersion, head])
export const tableLine = (name: string) => JSON.stringify(['table', name])
export const endLine = (end: End) => JSON.stringify(['end', end])
/** The last line of a backup that failed, with the reason. */
export const failureLine = (reason: string) => JSON.stringify(['failed', reason])

export const isRow = (line: string) => line.startsWith('{')

/** @returns the elements of a line that isn't a row; none if it can't be read. */
export function readLine(line: string): unknown[] {
  try {
    const elements: unknown = JSON.parse(line)
    return Array.isArray(elements) ? elements : []
  } catch {
    return []
  }
}

/** @throws Error if the line doesn't begin a backup that this version can read. */
export function readHead(line: string | undefined): Head {
  const [name, version, contents] = readLine(line ?? '')
  if (name !== format) throw new Error('This is not a backup of Orglens.')
  if (version !== formatVersion) {
    throw new Error('This backup was made by a newer version of Orglens. Restore it with that.')
  }
  return contents as Head
}

export const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

/** @returns the lines of a text that arrives in pieces. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.write(piece)).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [rest]
}

/**
 * Passes the lines of a backup on until its end, and checks them.
 * @throws Error if they aren't a backup, were cut short or changed, or report a failure.
 */
export async function* checked(source: Lines): AsyncGenerator<readonly string[]> {
  const hash = createHash('sha256')
  let isHead = true
  for await (const lines of source) {
    if (isHead) readHead(lines[0])
    isHead = false
    const last = lines.at(-1) ?? ''
    const [kind, value] = isRow(last) ? [] : readLine(last)
    if (kind === 'failed') throw new Error(String(value))
    const isEnd = kind === 'end'
    hash.update(textOf(isEnd ? lines.slice(0, -1) : lines))
    if (isEnd && hash.digest('hex') !== (value as End).sha256) {
      throw new Error('The backup is damaged: it differs from its checksum.')
    }
    yield lines
    if (isEnd) return
  }
  throw new Error('The backup is damaged: it was cut short.')
}
