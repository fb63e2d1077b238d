import type { Count, CountStore } from './counts'
import { countByRate } from './gcra'

/** The number of keys from which refilled ones are swept. */
const sweepThreshold = 10_000

/** For each store: the time until which a key's calls are spent, in ms since 1970. */
const spent = new WeakMap<CountStore, Map<string, number>>()

/**
 * Counts like the store, but in this server's memory: a read must not cost a write (D54). With
 * several servers, the limit multiplies by their number.
 * @returns 0 if the call may proceed, else how long to wait, in ms.
 */
export function countLocally(store: CountStore, counts: readonly Count[], now: Date): number {
  const known = spent.get(store) ?? new Map<string, number>()
  spent.set(store, known)
  if (known.size > sweepThreshold) {
    for (const [key, until] of known) if (until <= now.getTime()) known.delete(key)
  }
  return countByRate(
    counts,
    now,
    (key) => known.get(key),
    ({ key }, until) => known.set(key, until),
  )
}
