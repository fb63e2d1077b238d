import type { Log } from '../lib/log'

const second = 1_000
const hour = 3_600 * second

/** How long a measurement is valid, in ms: a clock may be corrected. */
const lifetime = hour
/** A difference between the clocks that is logged as an error, in ms. */
export const clockTolerance = 30 * second
/** The interval between such errors, in ms. */
const pause = hour
/** An answer's `Date` has whole seconds: adding half of one minimises the error, in ms. */
const halfSecond = second / 2

/** The provider's clock, as far as it is known (D69). */
export interface ProviderClock {
  /**
   * Measures its offset from ours.
   * @param date the `Date` of an answer; ignored if it isn't a date.
   * @param askedAt when the request was sent, by our clock.
   */
  learn(date: unknown, askedAt: Date): void
  /**
   * @param at by our clock; now without it.
   * @returns its time then; null without a measurement in the last hour.
   */
  now(at?: Date): Date | null
}

/**
 * @param date the `Date` of an answer.
 * @param askedAt when the request was sent, by our clock.
 * @param answeredAt when the answer came.
 * @returns how far the other clock is ahead of ours, in ms; NaN if it isn't a date.
 */
export function clockDifference(date: unknown, askedAt: Date, answeredAt: Date): number {
  const reported = typeof date === 'string' ? Date.parse(date) : Number.NaN
  return reported + halfSecond - (askedAt.getTime() + answeredAt.getTime()) / 2
}

export function createProviderClock(clock: () => Date, log: Log): ProviderClock {
  let measured: { difference: number; at: Date } | null = null
  let saidAt: Date | null = null

  const isLess = (since: Date, span: number, now: Date) =>
    Math.abs(now.getTime() - since.getTime()) < span

  return {
    learn(date, askedAt) {
      const now = clock()
      const difference = clockDifference(date, askedAt, now)
      if (Number.isNaN(difference)) return
      measured = { difference, at: now }
      if (Math.abs(difference) <= clockTolerance || (saidAt && isLess(saidAt, pause, now))) return
      saidAt = now
      log.error('The clocks of the payment provider and this server differ', {
        seconds: Math.round(difference / second),
      })
    },

    now(at = clock()) {
      return measured && isLess(measured.at, lifetime, clock())
        ? new Date(at.getTime() + measured.difference)
        : null
    },
  }
}
