/* Durations, in ms. */
export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** @returns the time `span` after another, or before it if negative. */
export function later(time: Date, span: number): Date {
  return new Date(time.getTime() + span)
}

/**
 * Backoff for polling something elsewhere.
 * @param age how long it has been going on, in ms.
 * @returns how long to wait before the next poll, in ms: a tenth of its age, at least 10 s and at
 *   most half a day.
 */
export function backoffForAge(age: number): number {
  return Math.min(Math.max(age / 10, 10 * second), 12 * hour)
}

/**
 * Lets timers and connections have their turn: the embedded database answers without one, so whoever asks
 * it again and again would leave them none.
 */
export async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

/** @returns the result of `done`, or `otherwise` if that takes longer than `timeout`. */
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
  const length = 24 * 60 * 60 * 1000
  const from = new Date(Math.floor(at.getTime() / length) * length)
  return { from, to: new Date(from.getTime() + length) }
}
