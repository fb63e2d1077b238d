import { BusyError } from '../api/http-error'
import type { Passwords } from '../api/services'
import { enterQueue } from '../lib/waiting'

/** `Retry-After` of a full queue, in seconds. The queue empties in that time, at some 25 ms a hash. */
const pause = 2

const tooMany = () =>
  new BusyError(
    'Too many people are signing in at this moment. Please try again in a few seconds.',
    pause,
  )

/**
 * Queues the hashing of passwords. A hash occupies a whole core, so the server stays responsive only if it computes few at a time.
 * @param atOnce the number of hashes at the same time.
 * @param maxWaiting the length of the queue.
 * @returns passwords whose methods throw BusyError when the queue is full, or the call has waited for too long.
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
      // A finished hash starts the next waiting one.
      await new Promise<void>((resolve, reject) => {
        const isOurTurn = enterQueue(() => reject(tooMany()))
        waiting.push(() => {
          if (isOurTurn()) resolve()
          else startNext()
        })
      })
    } else {
      throw tooMany()
    }
    try {
      return await work()
    } finally {
      startNext()
    }
  }

  function startNext(): void {
    const next = waiting.shift()
    if (next) next()
    else inFlight -= 1
  }

  return {
    hash: (password) => enqueue(() => passwords.hash(password)),
    verify: (hash, password) => enqueue(() => passwords.verify(hash, password)),
  }
}
