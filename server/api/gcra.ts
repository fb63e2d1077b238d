import type { Count } from './counts'

/**
 * Counts by the generic cell rate algorithm, all or nothing. For each key it stores one number: the
 * time until which its calls are spent, in ms since 1970.
 * @returns 0 if everything was counted, else how long to wait, in ms.
 */
export function countByRate(
  counts: readonly Count[],
  now: Date,
  spentUntil: (key: string) => number | undefined,
  keep: (count: Count, until: number) => void,
): number {
  const present = now.getTime()
  const candidates = counts.map((count) => {
    const { calls, window } = count.limit
    const until =
      heldUntil(spentUntil(count.key) ?? 0, present, window) + ((count.cost ?? 1) * window) / calls
    return { count, until, wait: until - present - window }
  })
  const wait = Math.max(0, ...candidates.map((one) => one.wait))
  // Differences below 1 ms are rounding errors: the fractions of a window don't add up exactly.
  if (wait >= 1) return wait
  for (const { count, until } of candidates) keep(count, until)
  return 0
}

/** Milliseconds by which the clocks of servers that count together may differ. */
export const clockTolerance = 60_000

/**
 * Returns the time until which calls are spent: at most a window ahead. A time further ahead was counted while the clock was
 * wrong. It is ignored, or nobody could call until the clock gets there. All in ms.
 */
function heldUntil(spentUntil: number, present: number, window: number): number {
  return spentUntil > present + window + clockTolerance ? present : Math.max(spentUntil, present)
}
