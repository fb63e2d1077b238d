import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payments } from '../../server/api/payments'
import { sign } from '../../server/payments/signatures'
import {
  failureOf,
  json,
  type Received,
  refusal,
  startRazorpayServer,
} from '../support/razorpay-server'

const id = 'pay_29QQoUBi66xm2f'
/** As Razorpay's documents show them. */
const refund = {
  id: 'rfnd_FP8QHiV938haTz',
  entity: 'refund',
  amount: 500_100,
  payment_id: id,
  status: 'processed',
  speed_processed: 'normal',
}
const { amount } = refund
const payment = (status: string) => ({ id, entity: 'payment', status, created_at: 1_597_078_866 })
const invoice = (number: number, change: object = {}) => ({
  id: `inv_${number}`,
  entity: 'invoice',
  subscription_id: 'sub_1',
  payment_id: `pay_${number}`,
  status: 'paid',
  paid_at: 1_600_000_000 + number,
  ...change,
})

let server: Awaited<ReturnType<typeof startRazorpayServer>>
let received: Received[]
let payments: Payments

beforeEach(async () => {
  server = await startRazorpayServer()
  ;({ received, payments } = server)
})

afterEach(() => server.stop())

/** @returns why giving back failed. */
const reasonOf = async (refunding: Promise<unknown>) => (await failureOf(refunding)).reason

describe('giving a payment back', () => {
  test('a refund asks for the whole payment, with the same key and body each time', async () => {
    server.answer(json(500, {}), json(200, refund))
    expect(await reasonOf(payments.refundPayment(id))).toBe('unreachable')
    await payments.refundPayment(id)
    const [first, second] = received
    expect(first).toEqual({
      method: 'POST',
      path: `/v1/payments/${id}/refund`,
      authorization: `Basic ${Buffer.from('rzp_test_key:key secret').toString('base64')}`,
      contentType: expect.stringMatching(/^application\/json/),
      // At least ten letters, digits, hyphens and underscores.
      idempotencyKey: expect.stringMatching(/^[\w-]{10,}$/),
      body: { speed: 'normal' },
    })
    expect(second).toEqual(first)
  })

  test('a refund is polled by its id', async () => {
    server.answer(json(200, { ...refund, status: 'pending' }))
    expect(await payments.fetchRefund(refund.id)).toEqual({
      id: refund.id,
      status: 'pending',
      amount,
    })
    expect(received).toMatchObject([{ method: 'GET', path: `/v1/refunds/${refund.id}` }])
    server.answer(json(200, { ...refund, id: 'rfnd_other' }))
    expect(await reasonOf(payments.fetchRefund(refund.id))).toBe('unreachable')
  })

  test.each([
    ['processed', [{ ...refund, id: 'rfnd_1', status: 'failed' }, refund]],
    [
      'pending',
      [
        { ...refund, id: 'rfnd_1' },
        { ...refund, status: 'pending' },
      ],
    ],
  ])('a payment that was refunded before has that refund’s state: %s', async (status, items) => {
    const said = 'The payment has been fully refunded already'
    server.answer(json(400, refusal(said)), json(200, payment('refunded')), json(200, { items }))
    expect(await payments.refundPayment(id)).toEqual({ id: refund.id, status, amount })
    expect(received.map(({ method, path }) => [method, path])).toEqual([
      ['POST', `/v1/payments/${id}/refund`],
      ['GET', `/v1/payments/${id}`],
      ['GET', `/v1/payments/${id}/refunds?count=100`],
    ])
  })

  test('a payment that was refunded before by an unlisted refund is not done', async () => {
    const said = 'The payment has been fully refunded already'
    server.answer(
      json(400, refusal(said)),
      json(200, payment('refunded')),
      json(200, { items: [{ ...refund, status: 'failed' }] }),
    )
    expect(await reasonOf(payments.refundPayment(id))).toBe('unreachable')
  })

  test('a refund is refused for good if Razorpay has the payment and declines', async () => {
    const said = 'Refund is not supported by the bank because the payment is more than 6 months old'
    server.answer(json(400, refusal(said)), json(200, payment('captured')))
    const refunding = payments.refundPayment(id)
    await expect(refunding).rejects.toMatchObject({
      reason: 'refused',
      message: expect.stringContaining(said),
    })
  })

  test.each([
    [
      'we have too little money there',
      400,
      'Your account does not have enough balance to carry out the refund operation.',
      200,
      payment('captured'),
    ],
    [
      'we have too little money in test mode',
      400,
      'invalid request sent',
      200,
      payment('captured'),
    ],
    ['it is not captured yet', 400, 'Its status should be captured', 200, payment('authorized')],
    ['our keys are wrong', 401, 'Authentication failed', 401, refusal('Authentication failed')],
    [
      'they are another account’s',
      400,
      'The id provided does not exist',
      400,
      refusal('No such id'),
    ],
    [
      'Razorpay is busy with it',
      409,
      'Another request is being processed',
      200,
      payment('captured'),
    ],
    ['asking fails', 400, 'The payment has been fully refunded already', 500, {}],
    [
      'asking is answered for another',
      400,
      'Refused',
      200,
      { ...payment('captured'), id: 'pay_x' },
    ],
  ])('a refund is retried if %s', async (_why, status, said, asked, answer) => {
    server.answer(json(status, refusal(said)), json(asked, answer))
    expect(await reasonOf(payments.refundPayment(id))).toBe('unreachable')
  })

  test.each([
    ['has a status that nobody knows', { ...refund, status: 'melted' }],
    ['is of another payment', { ...refund, payment_id: 'pay_other' }],
    ['is nothing', {}],
  ])('a payment is not refunded by a refund that %s', async (_what, answer) => {
    server.answer(json(200, answer))
    expect(await reasonOf(payments.refundPayment(id))).toBe('unreachable')
  })
})

describe('the payments of a subscription', () => {
  test('a subscription’s payments are those of its invoices, the first one first', async () => {
    const unpaid = invoice(3, { payment_id: null, paid_at: null, status: 'issued' })
    const periodStart = new Date(1_600_000_000_000)
    const first = invoice(1, { billing_start: 1_600_000_000, amount_paid: 9900 })
    server.answer(json(200, { count: 3, items: [invoice(2), first, unpaid] }))
    expect(await payments.fetchPayments('sub_1')).toEqual([
      { id: 'pay_1', takenAt: new Date(1_600_000_001_000), periodStart, amount: 9900 },
      { id: 'pay_2', takenAt: new Date(1_600_000_002_000), periodStart: null, amount: null },
    ])
    const url = new URL(received[0]?.path ?? '', 'http://razorpay.test')
    expect(url.pathname).toBe('/v1/invoices')
    expect(url.searchParams.get('subscription_id')).toBe('sub_1')
  })

  test('all pages of a subscription’s payments are read', async () => {
    const pages = [100, 20].map((count, page) =>
      Array.from({ length: count }, (_, index) => invoice(page * 100 + index)),
    )
    for (const items of pages) server.answer(json(200, { items }))
    expect(await payments.fetchPayments('sub_1')).toHaveLength(120)
    expect(received[1]?.path).toContain('skip=100')
  })
})

test.each([
  ['captured', { id: 'pay_1', takenAt: new Date(1_597_078_866_000) }],
  ['authorized', null],
  ['failed', null],
])('a webhook’s payment with status %s is understood', async (status, expected) => {
  const entity = { id: 'sub_1', status: 'active', start_at: 1_597_078_866, paid_count: 1 }
  const body = JSON.stringify({
    event: 'subscription.charged',
    payload: {
      subscription: { entity },
      payment: { entity: { ...payment(status), id: 'pay_1' } },
    },
  })
  const headers = new Headers({ 'x-razorpay-signature': await sign(body, 'webhook secret') })
  expect(await payments.readWebhook(body, headers)).toMatchObject({
    kind: 'subscription',
    payment: expected,
  })
})

test.each([
  ['refund.processed', 'processed'],
  ['refund.failed', 'failed'],
])('a webhook’s event %s is understood', async (event, status) => {
  const body = JSON.stringify({
    event,
    payload: {
      refund: { entity: { ...refund, status } },
      payment: { entity: payment('captured') },
    },
  })
  const headers = new Headers({
    'x-razorpay-signature': await sign(body, 'webhook secret'),
    'x-razorpay-event-id': 'event-1',
  })
  expect(await payments.readWebhook(body, headers)).toEqual({
    kind: 'refund',
    id: 'event-1',
    paymentId: id,
    refund: { id: refund.id, status, amount },
  })
})
