import { createLines } from '../store/lines'
import { BusyError } from './http-error'

/** The waiting lines of each store, by key. */
const linesOf = new WeakMap<object, ReturnType<typeof createLines>>()

const refuse = () =>
  new BusyError(
    'Too much is under way for your organisation. Please try again in a few seconds.',
    2,
  )

/**
 * Runs expensive work with one key one after another, so that one organisation can't occupy the server.
 * @param store the store that the work reads; each has its own lines.
 * @param key the kind of work, and the organisation.
 * @param mostWaiting the number of calls that may wait for the running one.
 * @throws BusyError if more would wait.
 */
export function runSeriallyPerKey<Result>(
  store: object,
  key: string,
  mostWaiting: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const inLine = linesOf.get(store) ?? createLines()
  linesOf.set(store, inLine)
  return inLine(key, { most: mostWaiting + 1, refuse }, work)
}
