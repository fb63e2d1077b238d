import { expect, test } from 'vitest'
import {
  readPaymentStatus,
  readRefund,
  readRefunds,
  readSubscription,
} from '../../server/payments/razorpay-format'
import { readInvoicePage, readPaymentDetails } from '../../server/payments/razorpay-invoices'

type Saying = [said: Record<string, unknown>, understood: Record<string, unknown>]

const entity = { id: 'sub_1', start_at: null, ended_at: null, paid_count: 0 }
const planned = { start_at: 1_580_280_600 }
const paid = { ...planned, paid_count: 1 }
const paidAt = new Date(1_580_280_600_000)
const ended = { ended_at: 1_580_290_600 }
const endedAt = new Date(1_580_290_600_000)
const asOf = new Date(1_580_300_000_000)
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
  [{ ...planned, status: 'authenticated' }, paidBy('authorised', { paidCount: 0 })],
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
  ...['cancelled', 'completed'].map(
    (status): Saying => [
      { ...paid, ...ended, status },
      { status: 'ended', paidCount: 1, paidAt, endedAt, charges: null },
    ],
  ),
  // What ended unpaid never started, whatever start had been planned.
  [
    { ...planned, ...ended, status: 'expired' },
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
  null,
])('the report %j of a subscription is invalid', (said) => {
  expect(readSubscription(said, asOf)).toBeNull()
})

/** As Razorpay's documents show one. */
const invoice = {
  ...{ id: 'inv_00000000000001', entity: 'invoice', receipt: null, invoice_number: 'R-7' },
  ...{ subscription_id: 'sub_00000000000001', payment_id: 'pay_00000000000001', status: 'paid' },
  ...{ issued_at: 1_595_097_600, paid_at: 1_595_097_660, created_at: 1_595_097_500 },
  ...{ billing_start: 1_595_097_000, billing_end: 1_597_775_400 },
  // What was paid counts, after an offer for example.
  ...{ amount: 100_000, amount_paid: 99_900, amount_due: 100, currency: 'INR' },
  short_url: 'https://rzp.io/i/example',
}
const unpaid = {
  ...{ ...invoice, amount: 99_900, status: 'issued' },
  ...{ payment_id: null, paid_at: null, amount_paid: 0 },
}
const read = (...items: object[]) => readInvoicePage({ entity: 'collection', items })

test('an invoice of Razorpay is read with its amount in minor units and its times in whole seconds', () => {
  expect(read(invoice)).toEqual([
    {
      id: 'inv_00000000000001',
      number: 'R-7',
      paymentId: 'pay_00000000000001',
      issuedAt: new Date(1_595_097_600_000),
      paidAt: new Date(1_595_097_660_000),
      periodStart: new Date(1_595_097_000_000),
      periodEnd: new Date(1_597_775_400_000),
      amount: 99_900,
      currency: 'INR',
      url: 'https://rzp.io/i/example',
      isGone: false,
    },
  ])
})

test('an invoice of Razorpay without a payment is unpaid, with the amount asked for', () => {
  expect(read(unpaid)).toMatchObject([{ paidAt: null, paymentId: null, amount: 99_900 }])
  // An attempt that failed has a payment, and nothing was paid.
  const attempted = { ...unpaid, payment_id: 'pay_2' }
  expect(read(attempted)).toMatchObject([{ paidAt: null, paymentId: null }])
  expect(read({ ...unpaid, status: 'expired' })).toMatchObject([{ isGone: false }])
  const issuedAt = new Date(1_595_097_500_000)
  expect(read({ ...unpaid, issued_at: null })).toMatchObject([{ issuedAt }])
})

test.each([
  ...[{ status: 'draft' }, { status: 'cancelled' }, { amount: 0 }],
  { status: 'deleted', amount: null, currency: null },
])('an invoice of Razorpay is no receipt with %j', (change) => {
  expect(read({ ...unpaid, ...change })).toMatchObject([{ isGone: true }])
})

test('an invoice of Razorpay links only to https addresses', () => {
  for (const short_url of ['javascript:alert(1)', 'http://rzp.io/i/x', null])
    expect(read({ ...invoice, short_url })).toMatchObject([{ url: null }])
})

test.each([
  ['an amount', { amount: '99900', amount_paid: null }],
  ['a currency', { currency: 'rupees' }],
  ['a time in seconds', { issued_at: 1_595_097_600_000 }],
  ['any time', { ...unpaid, issued_at: null, created_at: null }],
])('an invoice of Razorpay without %s invalidates the page', (_what, change) => {
  expect(read(invoice, { ...invoice, ...change })).toBeNull()
})

test('a payment of Razorpay says what was refunded, and how it was paid', () => {
  const payment = {
    ...{ id: 'pay_1', method: 'card', amount_refunded: 2_000, created_at: 1_580_280_600 },
    card: { network: 'Visa', last4: '4242' },
  }
  expect(readPaymentDetails(payment, 'pay_1')).toEqual({
    refundedAmount: 2_000,
    madeAt: new Date(1_580_280_600_000),
    method: { kind: 'card', network: 'Visa', lastDigits: '4242' },
  })
  const upi = { id: 'pay_1', method: 'upi', amount_refunded: null, card: null }
  expect(readPaymentDetails(upi, 'pay_1')).toEqual({
    ...{ refundedAmount: 0, madeAt: null },
    method: { kind: 'upi', network: null, lastDigits: null },
  })
  expect(readPaymentDetails(payment, 'pay_2')).toBeNull()
  expect(readPaymentDetails({ ...payment, amount_refunded: -1 }, 'pay_1')).toBeNull()
  const refund = { id: 'rfnd_1', payment_id: 'pay_1', status: 'processed', amount: 1 }
  expect(readRefund(refund, { id: 'rfnd_2' })).toBeNull()
  expect(readRefunds({ error: 'none' }, 'pay_1')).toBeNull()
  expect(readPaymentStatus({ id: 'pay_2', status: 'captured' }, 'pay_1')).toBeNull()
})
