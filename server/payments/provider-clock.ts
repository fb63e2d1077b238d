import type { Log } from '../lib/log'
import { hour, second } from '../lib/time'

/** The age up to which a measurement is valid, in ms. Later the clock may have been corrected. */
const lifetime = hour
/** The difference between the clocks beyond which an error is logged, in ms. */
export const clockTolerance = 30 * second
/** The interval between such errors, in ms. */
const pause = hour
/** The mean error of an answer's `Date`, which has whole seconds, in ms. */
const halfSecond = second / 2

/** The provider's clock, as far as it is known (D69). */
export interface ProviderClock {
  /**
   * Measures its offset from ours.
   * @param date the `Date` of an answer; ignored if it isn't a date.
   * @param askedAt the time of the request, by our clock.
   */
  learn(date: unknown, askedAt: Date): void
  /**
   * Converts a time of our clock to the provider's clock.
   * @param at default: now.
   * @returns null without a measurement in the last hour.
   */
  now(at?: Date): Date | null
}

/**
 * Measures how far another clock is ahead of ours.
 * @param date the `Date` of an answer.
 * @param askedAt the time of the request, by our clock.
 * @param answeredAt the time of the answer, by our clock.
 * @returns the difference in ms; NaN if `date` isn't a date.
 */
export function clockDifference(date: unknown, askedAt: Date, answeredAt: Date): number {
  const reported = typeof date === 'string' ? Date.parse(date) : Number.NaN
  return reported + halfSecond - (askedAt.getTime() + answeredAt.getTime()) / 2
}

export function createProviderClock(clock: () => Date, log: Log): ProviderClock {
  let measured: { difference: number; at: Date } | null = null
  let loggedAt: Date | null = null

  const isWithin = (since: Date, span: number, now: Date) =>
    Math.abs(now.getTime() - since.getTime()) < span

  return {
    learn(date, askedAt) {
      const now = clock()
      const difference = clockDifference(date, askedAt, now)
      if (Number.isNaN(difference)) return
      measured = { difference, at: now }
      if (Math.abs(difference) <= clockTolerance || (loggedAt && isWithin(loggedAt, pause, now)))
        return
      loggedAt = now
      log.error('The clocks of the payment provider and this server differ', {
        seconds: Math.round(difference / second),
      })
    },

    now(at = clock()) {
      return measured && isWithin(measured.at, lifetime, clock())
        ? new Date(at.getTime() + measured.difference)
        : null
    },
  }
}
