/* Durations, in ms. */
export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** @returns the time `span` after another, or before it if negative. */
export function later(time: Date, span: number): Date {
  return new Date(time.getTime() + span)
}

/** @returns the same day and time (UTC) some months later, at most the month's last day. */
export function monthsAfter(time: Date, months: number): Date {
  const after = new Date(time)
  after.setUTCMonth(time.getUTCMonth() + months)
  if (after.getUTCDate() !== time.getUTCDate()) after.setUTCDate(0)
  return after
}

/**
 * Backoff for polling something elsewhere.
 * @param age milliseconds since polling began.
 * @returns milliseconds until the next poll: a tenth of the age, at least 10 s and at most half a day.
 */
export function backoffForAge(age: number): number {
  return Math.min(Math.max(age / 10, 10 * second), 12 * hour)
}

/**
 * Lets timers and connections have their turn. The embedded database answers without giving them one, so a loop of queries
 * would block them.
 */
export async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

/** @param timeout in ms. @returns the result of `done`, or `otherwise` if `done` takes longer. */
export async function withTimeout<Done, Otherwise>(
  done: Promise<Done>,
  timeout: number,
  otherwise: Otherwise,
): Promise<Done | Otherwise> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<Otherwise>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), timeout)
  })
  try {
    return await Promise.race([done, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** @returns the beginning and the end of an instant's day (UTC). */
export function dayOf(at: Date): { from: Date; to: Date } {
  const from = new Date(Math.floor(at.getTime() / day) * day)
  return { from, to: later(from, day) }
}
