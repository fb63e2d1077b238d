import { countByRate } from '../store/gcra'
import type { Count, Store } from '../store/store'

/** Keys that are kept before those whose calls are all back are looked for. */
const sweepThreshold = 10_000

/** Of each store's server: until when the calls of a key are spent, in ms since 1970. */
const spent = new WeakMap<Store, Map<string, number>>()

/**
 * Counts as the store does, for this server alone: a read must not cost a write (D54). Several servers
 * let as many times more through.
 * @returns 0 when the call may go ahead, else how long to wait, in ms.
 */
export function countLocally(store: Store, counts: readonly Count[], now: Date): number {
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
