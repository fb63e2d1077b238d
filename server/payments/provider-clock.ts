import type { Log } from '../log'

const second = 1_000
const hour = 3_600 * second

/** How long a measurement counts, in ms: somebody may put a clock right. */
const lifetime = hour
/** How far the clocks may be apart before that is worth an error, in ms. */
const tolerance = 30 * second
/** How often that is said, in ms. */
const pause = hour
/** An answer's `Date` has whole seconds: in the middle of one, in ms, it is wrong by the least. */
const halfSecond = second / 2

/** What is known of the provider's clock (D69). */
export interface ProviderClock {
  /**
   * Measures how far it is from ours.
   * @param date the `Date` of an answer; what is none is ignored.
   * @param askedAt when it was asked, by our clock.
   */
  learn(date: unknown, askedAt: Date): void
  /** @returns its present; null: nothing was learnt in the last hour. */
  now(): Date | null
}

export function createProviderClock(clock: () => Date, log: Log): ProviderClock {
  let measured: { difference: number; at: Date } | null = null
  let saidAt: Date | null = null

  const isLess = (since: Date, span: number, now: Date) =>
    Math.abs(now.getTime() - since.getTime()) < span

  return {
    learn(date, askedAt) {
      const reported = typeof date === 'string' ? Date.parse(date) : Number.NaN
      if (Number.isNaN(reported)) return
      const now = clock()
      const middle = (askedAt.getTime() + now.getTime()) / 2
      const difference = reported + halfSecond - middle
      measured = { difference, at: now }
      if (Math.abs(difference) <= tolerance || (saidAt && isLess(saidAt, pause, now))) return
      saidAt = now
      log.error('The clocks of the payment provider and of this server are apart', {
        seconds: Math.round(difference / second),
      })
    },

    now() {
      const present = clock()
      return measured && isLess(measured.at, lifetime, present)
        ? new Date(present.getTime() + measured.difference)
        : null
    },
  }
}
