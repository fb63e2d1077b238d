import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Payments } from '../../server/api/payments'
import { createRazorpayPayments } from '../../server/payments/razorpay'
import { sign } from '../../server/payments/signatures'
import {
  type Answer,
  failureOf,
  json,
  type Received,
  refusal,
  startRazorpayServer,
} from '../support/razorpay-server'

const entity = {
  id: 'sub_00000000000001',
  entity: 'subscription',
  status: 'created',
  ended_at: null,
  start_at: null,
  paid_count: 0,
}
const authorization = `Basic ${Buffer.from('rzp_test_key:key secret').toString('base64')}`
let server: Awaited<ReturnType<typeof startRazorpayServer>>
let received: Received[]
let payments: Payments

beforeEach(async () => {
  server = await startRazorpayServer()
  ;({ received, payments } = server)
})

afterEach(() => server.stop())

const reasonOf = async (call: Promise<unknown>) => (await failureOf(call)).reason

const order = {
  planId: 'plan_00000000000001',
  interval: 'monthly',
  organisationSlug: 'acme',
  expiresAt: new Date('2026-03-02T12:00:00.900Z'),
} as const

test('creating a subscription sends its plan and notes its organisation', async () => {
  server.answer(json(200, entity), json(200, entity))
  expect(await payments.createSubscription(order)).toBe(entity.id)
  await payments.createSubscription({ ...order, interval: 'yearly' })
  expect(received[0]).toEqual({
    method: 'POST',
    path: '/v1/subscriptions',
    authorization,
    contentType: expect.stringMatching(/^application\/json/),
    idempotencyKey: undefined,
    body: {
      plan_id: 'plan_00000000000001',
      total_count: 120,
      expire_by: Date.parse('2026-03-02T12:00:00Z') / 1000,
      notes: { organisation: 'acme' },
    },
  })
  expect(received[1]?.body).toMatchObject({ total_count: 10 })
})

test('an id can’t change the address of a request, and a stopped renewal lets the period end', async () => {
  await failureOf(payments.stopRenewing('../payments?x=1#'))
  const path = '/v1/subscriptions/..%2Fpayments%3Fx%3D1%23/cancel'
  expect(received).toMatchObject([{ method: 'POST', path, body: { cancel_at_cycle_end: 1 } }])
})

test('a report is dated by Razorpay’s clock, as of its request', async () => {
  let now = Date.now()
  const date = new Date(now - 600_000)
  const active = { ...entity, status: 'active', start_at: 1_597_078_866, paid_count: 1 }
  server.answer((response) => {
    // What happens meanwhile isn't in it.
    now += 60_000
    response.writeHead(200, { date: date.toUTCString() }).end(JSON.stringify(active))
  })
  const clock = () => new Date(now)
  payments = createRazorpayPayments({ ...server.options, clock, log: { info() {}, error() {} } })
  const { charges } = await payments.fetchSubscription(entity.id)
  expect(Number(charges?.asOf)).toBeLessThan(Number(date))
})

test('payments are read page by page, and sorted by their time', async () => {
  const invoice = (nth: number) => ({
    ...{ payment_id: `pay_${nth}`, paid_at: 1_600_000_000 - nth },
    ...{ billing_start: null, amount_paid: 100 },
  })
  const page = Array.from({ length: 100 }, (_, nth) => invoice(nth))
  // One that isn't paid is no payment, and fills the page all the same.
  Object.assign(page[0] ?? {}, { payment_id: null, paid_at: null })
  server.answer(json(200, { items: page }), json(200, { items: [invoice(100)] }))
  const found = await payments.fetchPayments(entity.id)
  expect(found.map((one) => one.id)).toEqual(page.map((_, nth) => `pay_${100 - nth}`))
  const path = `/v1/invoices?subscription_id=${entity.id}&count=100&skip=`
  expect(received.map((one) => one.path)).toEqual([`${path}0`, `${path}100`])
})

test('invoices are read page by page, too', async () => {
  const invoice = { id: 'inv_1', status: 'issued', issued_at: 1, amount: 1, currency: 'INR' }
  const page = json(200, { items: Array(100).fill(invoice) })
  server.answer(page, page, json(200, { items: [invoice] }))
  expect(await payments.fetchInvoices(entity.id)).toHaveLength(201)
})

const gone = json(400, refusal('Subscription is not cancellable in cancelled status.'))
const active = json(200, { ...entity, status: 'active' })
test.each<[string, string, Answer, Answer]>([
  ['refuses to cancel', 'refused', gone, active],
  ['answers to be running', 'refused', active, active],
  ['tells nothing about', 'unreachable', gone, json(500, {})],
])('a subscription that Razorpay %s is not cancelled', async (_what, reason, said, asked) => {
  server.answer(said, asked)
  expect(await reasonOf(payments.cancelSubscription(entity.id))).toBe(reason)
})

// One function sends all requests.
describe('a call, when Razorpay', () => {
  test.each<[string, Answer]>([
    ['fails with JSON', json(500, refusal('We are facing some trouble'))],
    ['is asked too often', json(429, refusal('Request failed. Please try after sometime.'))],
    ['gives up waiting', json(408, refusal('Request timed out'))],
    ['is asked twice at once', json(409, refusal('Request failed because of another one.'))],
    ['hangs up', (response) => response.destroy()],
    ['answers with a page', (response) => response.end('<!doctype html>')],
    ['leads elsewhere', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['answers about another subscription', json(200, { ...entity, id: 'sub_other' })],
  ])('%s, fails as unreachable, without a second try', async (_what, said) => {
    server.answer(said, said)
    const failure = await failureOf(payments.fetchSubscription(entity.id))
    expect(failure.reason).toBe('unreachable')
    expect(failure.message).not.toContain('secret')
    expect(received).toHaveLength(1)
  })

  test('never answers, fails as unreachable when its time is up', async () => {
    payments = createRazorpayPayments({ ...server.options, timeout: 300 })
    server.answer(() => {})
    expect(await reasonOf(payments.createSubscription(order))).toBe('unreachable')
  })
})

const id = 'pay_29QQoUBi66xm2f'
const amount = 500_100
const refund = { id: 'rfnd_FP8QHiV938haTz', amount, payment_id: id, status: 'processed' }
const payment = (status: string) => ({ id, entity: 'payment', status, created_at: 1_597_078_866 })
const captured = json(200, payment('captured'))
const refundedAlready = json(400, refusal('The payment has been fully refunded already'))

describe('giving a payment back', () => {
  test('a refund asks for the whole payment, with the same key and body each time, which is its own', async () => {
    const other = { ...refund, payment_id: 'pay_other' }
    server.answer(json(500, {}), json(200, refund), json(200, other))
    expect(await reasonOf(payments.refundPayment(id))).toBe('unreachable')
    expect(await payments.refundPayment(id)).toEqual({ id: refund.id, status: 'processed', amount })
    await payments.refundPayment('pay_other')
    const [first, second, third] = received
    expect(first).toMatchObject({
      method: 'POST',
      path: `/v1/payments/${id}/refund`,
      // At least ten letters, digits, hyphens and underscores.
      idempotencyKey: expect.stringMatching(/^[\w-]{10,}$/),
      body: { speed: 'normal' },
    })
    expect(second).toEqual(first)
    expect(third?.idempotencyKey).not.toBe(first?.idempotencyKey)
  })

  const failed = { ...refund, id: 'rfnd_1', status: 'failed' }

  test('of a payment that was refunded before, the refund that stands is the answer; none is not done', async () => {
    const pending = { ...refund, id: 'rfnd_2', status: 'pending' }
    for (const items of [[failed], [failed, refund, pending]]) {
      server.answer(refundedAlready, json(200, payment('refunded')), json(200, { items }))
    }
    expect(await reasonOf(payments.refundPayment(id))).toBe('unreachable')
    expect(await payments.refundPayment(id)).toEqual({ id: 'rfnd_2', status: 'pending', amount })
  })

  test('a payment’s refunds count once they are processed', async () => {
    const ofAnother = { ...refund, id: 'rfnd_3', payment_id: 'pay_other' }
    const items = [failed, refund, { ...refund, id: 'rfnd_2', status: 'pending' }, ofAnother]
    const paid = { ...payment('captured'), method: 'card', amount_refunded: 2 * amount }
    server.answer(json(200, paid), json(200, { items }))
    expect(await payments.fetchPaymentDetails(id)).toMatchObject({ refundedAmount: amount })
    const path = `/v1/payments/${id}`
    const paths = [`${path}?expand[]=card`, `${path}/refunds?count=100`]
    expect(received.map((one) => one.path)).toEqual(paths)
  })

  test('a refund is refused for good if Razorpay has the payment and declines', async () => {
    server.answer(json(400, refusal('It is more than 6 months old')), captured)
    expect(await failureOf(payments.refundPayment(id))).toMatchObject({
      reason: 'refused',
      message: expect.stringContaining('It is more than 6 months old'),
    })
  })

  const poor = 'Your account does not have enough balance to carry out the refund operation.'
  test.each<[string, Answer, Answer]>([
    ['we have too little money there', json(400, refusal(poor)), captured],
    ['we have too little money in test mode', json(400, refusal('invalid request sent')), captured],
    ['it is not captured yet', json(400, refusal('Not yet')), json(200, payment('authorized'))],
    ['Razorpay is busy with it', json(409, refusal('Another is being processed')), captured],
    ['asking fails', refundedAlready, json(500, {})],
  ])('a refund is retried if %s', async (_why, said, asked) => {
    server.answer(said, asked)
    expect(await reasonOf(payments.refundPayment(id))).toBe('unreachable')
  })
})

async function readWebhook(event: object, secret = 'webhook secret', at = payments) {
  const body = JSON.stringify(event)
  const signature = await sign(body, secret)
  const ofCall = { 'X-Razorpay-Signature': signature, 'X-Razorpay-Event-Id': 'event-1' }
  return await at.readWebhook(body, new Headers(ofCall))
}

describe('a webhook', () => {
  test('has a payment, if it is captured', async () => {
    const subscription = { ...entity, status: 'active', start_at: 1_597_078_866, paid_count: 1 }
    const card = { method: 'card', card: { network: 'Visa', last4: '1111' } }
    const read = (status: string, changes = {}) => {
      const payload = {
        subscription: { entity: subscription },
        payment: { entity: { ...payment(status), amount, ...card, ...changes } },
      }
      return readWebhook({ event: 'subscription.charged', created_at: 1_597_078_870, payload })
    }
    const method = { kind: 'card', network: 'Visa', lastDigits: '1111' }
    expect(await read('captured')).toMatchObject({
      kind: 'subscription',
      id: 'event-1',
      name: 'subscription.charged',
      at: new Date(1_597_078_870_000),
      // The end of the second: what was asked within it may be older.
      subscription: { charges: { asOf: new Date(1_597_078_870_999), method } },
      payment: { id, takenAt: new Date(1_597_078_866_000), amount },
    })
    // What can't be read is asked for later; the rest counts.
    const unread = { subscription: { status: 'paid' }, payment: null }
    expect(await read('captured', { id: 7 })).toMatchObject(unread)
    expect(await read('failed')).toMatchObject(unread)
    const payload = { subscription: { entity: subscription } }
    const of = async (event: string) => (await readWebhook({ event, payload })).kind
    expect([await of('subscription.x'), await of('invoice.paid')]).toEqual([
      'subscription',
      'unknown',
    ])
  })

  test('is signed with a secret of its own, or either of two while one is being rotated', async () => {
    expect(await readWebhook({}, 'key secret')).toEqual({ kind: 'forged' })
    const webhookSecrets = ['the new secret', 'the old secret']
    const changing = createRazorpayPayments({ ...server.options, webhookSecrets })
    const kindOf = async (secret: string) => (await readWebhook({}, secret, changing)).kind
    for (const secret of webhookSecrets) expect(await kindOf(secret)).toBe('unknown')
    for (const secret of ['an older secret', 'key secret'])
      expect(await kindOf(secret)).toBe('forged')
  })
})

test('a payment’s signature covers its id, a bar, and the subscription’s id', async () => {
  // Made by hand: printf 'pay_1|sub_1' | openssl dgst -sha256 -hmac 'key secret'
  const signature = 'f0ccd2211f0d429fc37a97174b8ba64da2d1366c8cd50cb91ab4c0df7f0a7d49'
  const payment = { paymentId: 'pay_1', subscriptionId: 'sub_1', signature }
  expect(await payments.verifyPayment(payment)).toBe(true)
})
