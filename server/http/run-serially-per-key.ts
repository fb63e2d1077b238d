import { BusyError } from './http-error'

/** The work of one kind that hasn't ended. */
interface Line {
  last: Promise<unknown>
  length: number
}

/** The lines of each store, by kind. */
const linesOf = new WeakMap<object, Map<string, Line>>()

/**
 * Does expensive work of one kind one after another, so that one organisation can't occupy the server.
 * @param store the database, which each server has its own lines for.
 * @param kind of the work; it names the organisation.
 * @param mostWaiting how many may wait for what is under way.
 * @throws BusyError if more would.
 */
export async function runSeriallyPerKey<Result>(
  store: object,
  kind: string,
  mostWaiting: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const lines = linesOf.get(store) ?? new Map<string, Line>()
  linesOf.set(store, lines)
  const line = lines.get(kind) ?? { last: Promise.resolve(), length: 0 }
  if (line.length > mostWaiting) {
    throw new BusyError(
      'Too much is under way for your organisation. Please try again in a few seconds.',
      2,
    )
  }
  lines.set(kind, line)
  line.length += 1
  const working = line.last.then(work)
  line.last = working.catch(() => {})
  try {
    return await working
  } finally {
    line.length -= 1
    if (line.length === 0) lines.delete(kind)
  }
}
