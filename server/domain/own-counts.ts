import type { Count, Store } from '../store/store'

/** Keys that are kept before those whose calls are all back are looked for. */
const roomyEnough = 10_000

/** Of each store's server: until when the calls of a key are spent, in ms since 1970. */
const spent = new WeakMap<Store, Map<string, number>>()

/**
 * Counts as the store does, for this server alone: a read must not cost a write. Several servers
 * let as many times more through.
 * @returns 0 when the call may go ahead, else how long to wait, in ms.
 */
export function countOnThisServer(store: Store, counts: readonly Count[], now: Date): number {
  const present = now.getTime()
  const known = spent.get(store) ?? new Map<string, number>()
  spent.set(store, known)
  if (known.size > roomyEnough) {
    for (const [key, until] of known) if (until <= present) known.delete(key)
  }
  const counted = counts.map(({ key, limit: { calls, window }, cost = 1 }) => {
    const until = Math.max(known.get(key) ?? 0, present) + (cost * window) / calls
    return { key, until, wait: until - present - window }
  })
  const wait = Math.max(0, ...counted.map((count) => count.wait))
  // Less than 1 ms is a rounding error: the fractions of a window don't add up to it.
  if (wait >= 1) return wait
  for (const { key, until } of counted) known.set(key, until)
  return 0
}
