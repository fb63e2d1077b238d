import { BusyError } from '../api/http-error'
import type { Passwords } from '../api/services'

/** `Retry-After` of a full queue, in seconds: enough for it to drain at some 25 ms per hash. */
const pause = 2

/**
 * Hashing occupies a whole core. To keep the server responsive, only a few passwords are hashed at
 * a time; the others queue.
 * @param atOnce how many are hashed at the same time.
 * @param maxWaiting how many may wait.
 * @returns passwords whose methods throw BusyError when the queue is full.
 */
export function queuePasswords(
  passwords: Passwords,
  atOnce: number,
  maxWaiting: number,
): Passwords {
  let inFlight = 0
  const waiting: (() => void)[] = []

  async function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (inFlight < atOnce) inFlight += 1
    else if (waiting.length < maxWaiting) {
      // A finished hash hands its slot over to the next one.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      throw new BusyError(
        'Too many people are signing in at this moment. Please try again in a few seconds.',
        pause,
      )
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inFlight -= 1
    }
  }

  return {
    hash: (password) => enqueue(() => passwords.hash(password)),
    verify: (hash, password) => enqueue(() => passwords.verify(hash, password)),
  }
}
