import { expect, test } from 'vitest'
import { hour, later, minute, second } from '../../server/lib/time'
import { createProviderClock } from '../../server/payments/provider-clock'

const start = new Date('2026-03-01T12:00:00.000Z')

/** @returns a clock that is told the provider's time, in seconds ahead of ours, by answers that take two. */
function openClock() {
  let now = start
  const errors: unknown[] = []
  const log = { info() {}, error: (...line: unknown[]) => void errors.push(line) }
  const clock = createProviderClock(() => now, log)
  return {
    errors,
    now: clock.now,
    pass: (milliseconds: number) => {
      now = later(now, milliseconds)
    },
    hear(ahead: number) {
      const askedAt = now
      now = later(now, 2 * second)
      // Its whole seconds begin half a second before, on average.
      clock.learn(later(askedAt, (1 + ahead) * second - 500).toISOString(), askedAt)
    },
    learn: clock.learn,
  }
}

test('the provider’s time is known for an hour after each of its answers', () => {
  const { now, hear, pass, learn } = openClock()
  expect(now()).toBeNull()
  hear(-20)
  expect(now()).toEqual(later(start, -18 * second))
  expect(now(start)).toEqual(later(start, -20 * second))
  for (const nothing of [null, undefined, 'no date']) learn(nothing, start)
  pass(hour - 1)
  expect(now()).toEqual(later(start, hour - 18 * second - 1))
  pass(1)
  expect(now()).toBeNull()
})

test('clocks that differ by more than half a minute are an error, once an hour', () => {
  const { errors, hear, pass } = openClock()
  for (const ahead of [30, -30]) hear(ahead)
  expect(errors).toEqual([])
  const text = 'The clocks of the payment provider and this server differ'
  hear(-31)
  pass(59 * minute)
  hear(31)
  expect(errors).toEqual([[text, { seconds: -31 }]])
  pass(minute)
  hear(31)
  expect(errors.slice(1)).toEqual([[text, { seconds: 31 }]])
})
