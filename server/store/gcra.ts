import type { Count } from './store'

/**
 * Makes counts, all or none, by the generic cell rate algorithm: of each key one number is kept, until
 * when its calls are spent, in ms since 1970.
 * @returns 0 where they were made, else how long to wait, in ms.
 */
export function countByRate(
  counts: readonly Count[],
  now: Date,
  spentUntil: (key: string) => number | undefined,
  keep: (count: Count, until: number) => void,
): number {
  const present = now.getTime()
  const made = counts.map((count) => {
    const { calls, window } = count.limit
    const until =
      Math.max(spentUntil(count.key) ?? 0, present) + ((count.cost ?? 1) * window) / calls
    return { count, until, wait: until - present - window }
  })
  const wait = Math.max(0, ...made.map((one) => one.wait))
  // Less than 1 ms is a rounding error: the fractions of a window don't add up to it.
  if (wait >= 1) return wait
  for (const { count, until } of made) keep(count, until)
  return 0
}
