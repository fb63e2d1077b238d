import { expect, test } from 'vitest'
import { readSubscription } from '../../server/payments/razorpay-format'

type Saying = [said: Record<string, unknown>, understood: Record<string, unknown>]

const entity = { id: 'sub_1', start_at: null, ended_at: null, paid_count: 0 }
const paid = { start_at: 1_580_280_600, paid_count: 1 }
const paidAt = new Date(1_580_280_600_000)
const ended = { ended_at: 1_580_290_600 }
const endedAt = new Date(1_580_290_600_000)
const asOf = new Date(1_580_300_000_000)
/** What is understood of one that is paid, by how it is charged. */
const paidBy = (state: string, changes: object = {}) => ({
  ...{ status: 'paid', paidCount: 1, paidAt, endedAt: null },
  charges: {
    ...{ asOf, state, paidCount: 1, method: null },
    ...{ periodStart: null, periodEnd: null, nextChargeAt: null },
    ...changes,
  },
})
const nothing = { paidCount: 0, paidAt: null, charges: null }

const sayings: Saying[] = [
  [{ status: 'created' }, { ...nothing, status: 'unpaid', endedAt: null }],
  [{ status: 'authenticated', start_at: 1_580_280_600 }, paidBy('authorised', { paidCount: 0 })],
  // It was charged, and its state lags behind.
  [{ ...paid, status: 'authenticated' }, paidBy('paid')],
  [{ ...paid, status: 'halted' }, paidBy('halted')],
  [{ ...paid, status: 'active' }, paidBy('paid')],
  [{ ...paid, status: 'pending' }, paidBy('pending')],
  [{ ...paid, status: 'paused' }, paidBy('paused')],
  [
    {
      ...{ ...paid, status: 'active', remaining_count: 5, payment_method: 'upi' },
      ...{ current_start: 1_580_280_600, current_end: 1_582_959_000, charge_at: 1_582_959_060 },
    },
    paidBy('paid', {
      periodStart: paidAt,
      periodEnd: new Date(1_582_959_000_000),
      nextChargeAt: new Date(1_582_959_060_000),
      method: { kind: 'upi', network: null, lastDigits: null },
    }),
  ],
  // After the last of all charges nothing follows.
  [{ ...paid, status: 'active', charge_at: 1_582_959_060, remaining_count: 0 }, paidBy('paid')],
  // What isn't understood of the charges is left out.
  [{ ...paid, status: 'active', current_end: 'soon', payment_method: 5 }, paidBy('paid')],
  ...['cancelled', 'completed'].map(
    (status): Saying => [
      { ...paid, ...ended, status },
      { status: 'ended', paidCount: 1, paidAt, endedAt, charges: null },
    ],
  ),
  // What ended unpaid never started, whatever start had been planned.
  [
    { ...ended, status: 'expired', start_at: 1_580_280_600 },
    { ...nothing, status: 'ended', endedAt },
  ],
  [
    { status: 'active', start_at: undefined },
    { ...paidBy('paid', { paidCount: 0 }), paidAt: null },
  ],
]

test.each(sayings)('the report %j of a subscription is understood', (said, understood) => {
  expect(readSubscription({ ...entity, ...said }, asOf)).toEqual({ id: 'sub_1', ...understood })
})

test.each([
  { ...entity, status: 'melted' },
  { ...entity, status: 'active', start_at: 'yesterday' },
  { ...entity, status: 'active', start_at: 1e300 },
  null,
])('the report %j of a subscription is invalid', (said) => {
  expect(readSubscription(said, asOf)).toBeNull()
})
