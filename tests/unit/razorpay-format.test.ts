import { describe, expect, test } from 'vitest'
import { readSubscription } from '../../server/payments/razorpay-format'

/** What Razorpay says, and what is understood by it. */
type Saying = [said: Record<string, unknown>, understood: Record<string, unknown>]

const entity = {
  id: 'sub_1',
  entity: 'subscription',
  start_at: null,
  ended_at: null,
  paid_count: 0,
}
const paid = { start_at: 1_580_280_600, paid_count: 1 }
const paidAt = new Date(1_580_280_600_000)
const ended = { ended_at: 1_580_290_600 }
const endedAt = new Date(1_580_290_600_000)

const sayings: Saying[] = [
  [
    { status: 'created' },
    { status: 'unpaid', paidCount: 0, paidAt: null, endedAt: null, uncharged: null },
  ],
  [
    { status: 'authenticated', start_at: 1_580_280_600 },
    { status: 'paid', paidCount: 1, paidAt, endedAt: null, uncharged: 'never-charged' },
  ],
  [
    { ...paid, status: 'halted' },
    { status: 'paid', paidCount: 1, paidAt, endedAt: null, uncharged: 'halted' },
  ],
  ...['authenticated', 'active', 'pending', 'paused'].map(
    (status): Saying => [
      { ...paid, status },
      { status: 'paid', paidCount: 1, paidAt, endedAt: null, uncharged: null },
    ],
  ),
  ...['cancelled', 'completed'].map(
    (status): Saying => [
      { ...paid, ...ended, status },
      { status: 'ended', paidCount: 1, paidAt, endedAt, uncharged: null },
    ],
  ),
  // What ended unpaid never started, whatever start had been planned.
  ...['cancelled', 'expired'].map(
    (status): Saying => [
      { ...ended, status, start_at: 1_580_280_600 },
      { status: 'ended', paidCount: 0, paidAt: null, endedAt, uncharged: null },
    ],
  ),
  [
    { status: 'active', start_at: undefined },
    { status: 'paid', paidCount: 1, paidAt: null, endedAt: null, uncharged: null },
  ],
]

describe('of a subscription', () => {
  test.each(sayings)('%j is understood', (said, understood) => {
    expect(readSubscription({ ...entity, ...said })).toEqual({ id: 'sub_1', ...understood })
  })

  test.each([
    { ...entity, status: 'melted' },
    { ...entity },
    { ...entity, status: 'active', id: 1 },
    { ...entity, status: 'active', start_at: 'yesterday' },
    { ...entity, status: 'active', start_at: -1 },
    { ...entity, status: 'active', start_at: 1e300 },
    null,
    [],
    'text',
  ])('%j makes no sense', (said) => {
    expect(readSubscription(said)).toBeNull()
  })
})
