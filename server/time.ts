/* Spans of time, in ms. */
export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** @returns the instant that is `span` after another, or before it where that is negative. */
export function later(time: Date, span: number): Date {
  return new Date(time.getTime() + span)
}

/**
 * @param age how long something elsewhere has been under way, in ms.
 * @returns how long to wait before asking about it again, in ms: a tenth of that, but at least 10 s
 *   and at most half a day.
 */
export function backoffForAge(age: number): number {
  return Math.min(Math.max(age / 10, 10 * second), 12 * hour)
}

/** @returns what `done` comes to, or `otherwise` where that takes longer than `timeout`. */
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
