import { expect, test } from 'vitest'
import { canBeKept, renewalOf, stoppableAt } from '../../server/domain/renewals'

const day = 24 * 60 * 60 * 1000
const stopsAt = new Date('2026-06-10T12:00:00Z')
const at = (ms: number) => new Date(stopsAt.getTime() + ms)

test.each([
  ['unaware', -2 * day - 1, true],
  ['unaware', -2 * day, false],
  // Another server's clock may be behind that of the one which tells.
  ['being-told', -3 * day, false],
  ['told', -3 * day, false],
] as const)('a stopped plan whose provider is %s can be kept %i ms from its end: %s', (...row) => {
  const [provider, time, isKept] = row
  const renewal = { ...renewalOf({ renewal: null }), stopsAt, provider }
  expect(canBeKept({ renewal }, at(time))).toBe(isKept)
})

test('the renewal of a paid plan can be stopped until its period is over', () => {
  const periodEnd = stopsAt
  const unknown = { periodStart: null, nextChargeAt: null, method: null }
  const charges = { ...unknown, state: 'paid', periodEnd, asOf: at(-9 * day) } as const
  const plan = { renewal: { ...renewalOf({ renewal: null }), charges } }
  expect(stoppableAt(plan, at(-1))).toEqual(periodEnd)
  // What comes after it isn't known yet.
  expect(stoppableAt(plan, at(0))).toBeNull()
})
