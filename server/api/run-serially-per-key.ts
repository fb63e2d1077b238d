import { createLines } from '../store/lines'
import { BusyError } from './http-error'

/** The lines of each store, by kind. */
const linesOf = new WeakMap<object, ReturnType<typeof createLines>>()

const refuse = () =>
  new BusyError(
    'Too much is under way for your organisation. Please try again in a few seconds.',
    2,
  )

/**
 * Does expensive work of one kind one after another, so that one organisation can't occupy the server.
 * @param store the database, which each server has its own lines for.
 * @param kind of the work; it names the organisation.
 * @param mostWaiting how many may wait for what is under way.
 * @throws BusyError if more would.
 */
export function runSeriallyPerKey<Result>(
  store: object,
  kind: string,
  mostWaiting: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const inLine = linesOf.get(store) ?? createLines()
  linesOf.set(store, inLine)
  return inLine(kind, { most: mostWaiting + 1, refuse }, work)
}
