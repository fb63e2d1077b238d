import { BusyError } from '../http-error'
import type { Passwords } from '../passwords/passwords'

/** How long the queue takes at most to become shorter, in seconds, with a hash taking some 25 ms. */
const pause = 2

/**
 * Hashing takes a whole core for as long as it lasts. So that everything else goes on meanwhile, only
 * so many passwords are hashed at once; others wait in line.
 * @param atOnce how many are hashed at the same time.
 * @param maxWaiting how many may wait.
 * @returns passwords whose methods throw BusyError where the line is full.
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
      // Whoever is done hands their place over.
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
