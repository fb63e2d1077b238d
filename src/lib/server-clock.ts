import { pageState } from './page-state'

/** Milliseconds that the server's clock is ahead of the visitor's. */
export const serverAhead = pageState('server clock', 0)

/** Smaller differences, in ms, are the time that an answer took. */
const tolerance = 60_000

/**
 * Reads the server's clock, which screens go by: the visitor's may be wrong, and mock mode's can be set.
 * @param date an answer's header `Date`; null: it has none, or the browser doesn't show it.
 */
export function learnServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(ahead)) return
  const differs = Math.abs(ahead) > tolerance
  // Ignores small differences, because every change renders all times again.
  if (differs && Math.abs(ahead - serverAhead.get()) <= tolerance) return
  serverAhead.set(differs ? ahead : 0)
}

/** @returns the time by the server's clock, in ms since 1970, as far as it is known. */
export const now = (): number => Date.now() + serverAhead.get()

/** Counts minutes, so that relative times render again. */
export const minutes = pageState('minutes', 0)

/** Starts the one clock of all screens. @returns a function that stops it. */
export function startClock(): () => void {
  const timer = setInterval(() => minutes.set(minutes.get() + 1), 60_000)
  return () => clearInterval(timer)
}
