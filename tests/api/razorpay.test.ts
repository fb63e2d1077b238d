import type { ServerResponse } from 'node:http'
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

/** As Razorpay's documents show it. */
const entity = {
  id: 'sub_00000000000001',
  entity: 'subscription',
  plan_id: 'plan_00000000000001',
  status: 'created',
  current_start: null,
  current_end: null,
  ended_at: null,
  quantity: 1,
  notes: { organisation: 'acme' },
  charge_at: null,
  start_at: null,
  end_at: null,
  auth_attempts: 0,
  total_count: 120,
  paid_count: 0,
  customer_notify: true,
  created_at: 1_580_280_581,
  expire_by: null,
  short_url: 'https://rzp.io/i/z3b1R61A9',
}
let server: Awaited<ReturnType<typeof startRazorpayServer>>
let received: Received[]
let payments: Payments

beforeEach(async () => {
  server = await startRazorpayServer()
  ;({ received, payments } = server)
})

afterEach(() => server.stop())

const order = {
  planId: 'plan_00000000000001',
  interval: 'monthly',
  organisationSlug: 'acme',
  expiresAt: new Date('2026-03-02T12:00:00.900Z'),
} as const

const calls: Record<string, () => Promise<unknown>> = {
  creating: () => payments.createSubscription(order),
  fetching: () => payments.fetchSubscription(entity.id),
  cancelling: () => payments.cancelSubscription(entity.id),
  'asking for payments': () => payments.fetchPayments(entity.id),
  refunding: () => payments.refundPayment('pay_00000000000001'),
}

describe('requests to Razorpay', () => {
  /** The key's id and secret, as HTTP's basic authorisation writes them. */
  const authorization = `Basic ${Buffer.from('rzp_test_key:key secret').toString('base64')}`

  test('creating a subscription sends its plan and notes its organisation', async () => {
    server.answer(json(200, entity))
    expect(await payments.createSubscription(order)).toBe(entity.id)
    expect(received).toEqual([
      {
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
      },
    ])
  })

  test('cancelling takes effect now, not at the end of the paid period', async () => {
    server.answer(json(200, { ...entity, status: 'cancelled' }))
    await payments.cancelSubscription(entity.id)
    expect(received).toMatchObject([
      { method: 'POST', path: `/v1/subscriptions/${entity.id}/cancel`, authorization },
    ])
    expect(received[0]?.body ?? {}).toEqual({})
  })

  test('an id can’t change the address of a request', async () => {
    await failureOf(payments.fetchSubscription('../payments?x=1#'))
    expect(received[0]?.path).toBe('/v1/subscriptions/..%2Fpayments%3Fx%3D1%23')
  })
})

describe('answers of Razorpay', () => {
  test.each([
    ['with a status that nobody knows', { ...entity, status: 'melted' }],
    ['about another subscription', { ...entity, id: 'sub_other' }],
    ['about no subscription', { items: [] }],
    ['of nothing', null],
    ['that is a list', []],
  ])('an answer %s is a failure', async (_what, body) => {
    server.answer(json(200, body))
    expect((await failureOf(payments.fetchSubscription(entity.id))).reason).toBe('unreachable')
  })
})

test('a far too long answer is not read to its end', async () => {
  const patient = createRazorpayPayments({ ...server.options, timeout: 30_000 })
  server.answer((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const flood = () => {
      while (response.write(' '.repeat(65_536)));
    }
    response.on('drain', flood)
    flood()
  })
  const failure = await failureOf(patient.fetchSubscription(entity.id))
  expect(failure.reason).toBe('unreachable')
  expect(failure.message).toMatch(/maxContentLength/)
})

describe('cancelling', () => {
  const gone = json(400, refusal('Subscription is not cancellable in cancelled status.'))

  test.each(['cancelled', 'completed', 'expired'])(
    'a subscription that is %s already counts as cancelled',
    async (status) => {
      server.answer(gone, json(200, { ...entity, status }))
      await payments.cancelSubscription(entity.id)
      expect(received.map(({ method }) => method)).toEqual(['POST', 'GET'])
    },
  )

  test('a subscription that Razorpay refuses to cancel is not cancelled', async () => {
    server.answer(gone, json(200, { ...entity, status: 'active' }))
    const failure = await failureOf(payments.cancelSubscription(entity.id))
    expect(failure.reason).toBe('refused')
  })

  test('a cancellation answered with a running subscription is a failure', async () => {
    const active = json(200, { ...entity, status: 'active' })
    server.answer(active, active)
    expect((await failureOf(payments.cancelSubscription(entity.id))).reason).toBe('refused')
  })

  test('a subscription’s end is not guessed when polling fails too', async () => {
    server.answer(gone, json(500, {}))
    expect((await failureOf(payments.cancelSubscription(entity.id))).reason).toBe('unreachable')
  })
})

describe.each(Object.keys(calls))('%s, when Razorpay', (name) => {
  const call = () => (calls[name] as () => Promise<unknown>)()

  /** How often Razorpay was asked to do it; asking it whether it ended is no second try. */
  const tries = () => received.filter(({ method }) => method === received[0]?.method).length

  test.each([
    ['fails with JSON', json(500, refusal('We are facing some trouble'))],
    ['fails with a page', (response: ServerResponse) => response.writeHead(502).end('<html>')],
    ['fails with nothing', (response: ServerResponse) => response.writeHead(503).end()],
    ['is asked too often', json(429, refusal('Request failed. Please try after sometime.'))],
    ['hangs up', (response: ServerResponse) => response.destroy()],
    [
      'answers with a page',
      (response: ServerResponse) => response.writeHead(200).end('<!doctype html>'),
    ],
    ['answers with nothing', (response: ServerResponse) => response.writeHead(200).end()],
    [
      'leads elsewhere',
      (response: ServerResponse) =>
        response.writeHead(302, { location: 'https://elsewhere.example.test/' }).end(),
    ],
  ] satisfies [string, Answer][])(
    '%s, fails as unreachable, without a second try',
    async (_what, said) => {
      server.answer(said, said)
      const failure = await failureOf(call())
      expect(failure.reason).toBe('unreachable')
      expect(failure.message).not.toContain('secret')
      expect(tries()).toBe(1)
    },
  )

  test.each([
    ['never answers', () => {}],
    [
      'answers without an end',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const drip = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(drip))
      },
    ],
  ] satisfies [string, Answer][])(
    '%s, fails as unreachable when its time is up',
    async (_what, said) => {
      payments = createRazorpayPayments({ ...server.options, timeout: 300 })
      server.answer(said, said)
      expect((await failureOf(call())).reason).toBe('unreachable')
      // On a busy machine it may not even have arrived by then.
      expect(tries()).toBeLessThan(2)
    },
  )

  test('refuses, tells why', async () => {
    const said = json(400, refusal('The id provided does not exist'))
    server.answer(said, said)
    const failure = await failureOf(call())
    // A provider that doesn't know a payment can't refuse its refund for good.
    expect(failure.reason).toBe(name === 'refunding' ? 'unreachable' : 'refused')
    expect(failure.message).toContain('The id provided does not exist')
  })

  test('is not there, fails as unreachable', async () => {
    server.stop()
    expect((await failureOf(call())).reason).toBe('unreachable')
  })
})

describe('signatures', () => {
  // Made by hand: printf 'pay_1|sub_1' | openssl dgst -sha256 -hmac 'key secret'
  const payment = {
    paymentId: 'pay_1',
    subscriptionId: 'sub_1',
    signature: 'f0ccd2211f0d429fc37a97174b8ba64da2d1366c8cd50cb91ab4c0df7f0a7d49',
  }

  test('a payment’s signature covers its id, a bar, and the subscription’s id', async () => {
    expect(await payments.verifyPayment(payment)).toBe(true)
    expect(await payments.verifyPayment({ ...payment, paymentId: 'pay_2' })).toBe(false)
    expect(await payments.verifyPayment({ ...payment, subscriptionId: 'sub_2' })).toBe(false)
    const swapped = { ...payment, paymentId: 'sub_1', subscriptionId: 'pay_1' }
    expect(await payments.verifyPayment(swapped)).toBe(false)
  })

  test('webhooks are signed with their own secret', async () => {
    const body = JSON.stringify({
      event: 'subscription.activated',
      payload: { subscription: { entity: { ...entity, status: 'active' } } },
    })
    const read = async (secret: string) =>
      await payments.readWebhook(
        body,
        new Headers({
          'X-Razorpay-Signature': await sign(body, secret),
          'X-Razorpay-Event-Id': 'event-1',
        }),
      )
    expect(await read('webhook secret')).toMatchObject({
      kind: 'subscription',
      id: 'event-1',
      name: 'subscription.activated',
      subscription: { id: entity.id, status: 'paid' },
    })
    expect(await read('key secret')).toEqual({ kind: 'forged' })
  })

  test('webhooks may be signed with either of two secrets while one is being rotated', async () => {
    const webhookSecrets = ['the new secret', 'the old secret']
    const changing = createRazorpayPayments({ ...server.options, webhookSecrets })
    const kindOf = async (secret: string) => {
      const signature = await sign('{}', secret)
      const headers = new Headers({ 'X-Razorpay-Signature': signature })
      return (await changing.readWebhook('{}', headers)).kind
    }
    for (const secret of webhookSecrets) expect(await kindOf(secret)).toBe('unknown')
    for (const secret of ['an older secret', 'key secret'])
      expect(await kindOf(secret)).toBe('forged')
  })
})
