import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../server/app/app'
import { signAccessToken } from '../../server/auth/tokens'
import * as checkout from '../../server/billing/checkout/create'
import * as details from '../../server/billing/plan/billing-details'
import { day, hour, later } from '../../server/lib/time'
import { readSubscription } from '../../server/payments/razorpay-format'
import { byNobody } from '../support/buying'
import { deferred } from '../support/deferred'
import { growth, openShop, payFor, type Shop, scale, starter } from './billing/organisation'
import {
  breakProvider,
  chargedAtProvider,
  openWithPlan,
  readActivity,
  readProfile,
  refusalOf,
  subscribe,
} from './billing/provider'

/** Makes the provider's answer about subscriptions wait. @returns what lets it come. */
function holdAnswers({ services }: Shop, call: 'fetchSubscription' | 'cancelSubscription') {
  const [asked, held] = [deferred(), deferred()]
  const answer = services.payments[call]
  services.payments[call] = async (id: string) => {
    asked.resolve()
    await held.promise
    return await answer(id)
  }
  return { asked: asked.promise, letGo: held.resolve }
}

test('a cancellation waits 5 s for a provider that does not answer, then succeeds', async () => {
  const shop = await openWithPlan(growth)
  const { letGo } = holdAnswers(shop, 'cancelSubscription')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let answered = false
  const cancelling = shop.cancel().then(() => {
    answered = true
  })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(answered).toBe(false)
  expect(await shop.live()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await cancelling
  // It goes on after the call has stopped waiting.
  letGo()
  vi.useRealTimers()
  await expect.poll(() => chargedAtProvider(shop)).toEqual([])
})

describe('comparing a plan with the provider', () => {
  /** Passes days, on each of which the provider reports that. @returns the errors in the log. */
  async function afterDays(days: number, status: string, paid_count: number) {
    const { id, ...shop } = await openWithPlan(growth)
    const entity = { id, status, start_at: 1_772_366_400, paid_count }
    shop.services.payments.fetchSubscription = async () => {
      const said = readSubscription(entity, shop.services.clock())
      if (!said) throw new Error(`Nobody knows the status ${status}`)
      return said
    }
    await shop.passDays(days)
    expect(await shop.live()).toMatchObject([{ id }])
    const { subscription_plan } = (await readProfile(shop)).organization
    return { errors: shop.errors.filter((text) => text.includes(id)), plan: subscription_plan }
  }

  test.each([
    ['was halted', 'halted', 3, 10],
    // A bank may take three days.
    ['was authorised and never charged', 'authenticated', 0, 7],
  ])(
    'a plan stays for 14 days when it %s, and each day an error is logged',
    async (_why, status, count, times) => {
      const { errors, plan } = await afterDays(10, status, count)
      expect(errors).toHaveLength(times)
      expect(errors.at(-1)).toContain(status === 'halted' ? 'halted' : 'never-charged')
      expect(plan).toMatchObject({
        payment_state: status === 'halted' ? 'halted' : 'authorised',
        ends_at: '2026-03-16T12:00:00.001Z',
      })
    },
  )
})

test.each([
  ['can’t be reached', 'unreachable', 503, { code: 'unavailable' }],
  ['refuses', 'refused', 502, {}],
] as const)(
  'a call says that nothing was changed where the provider %s, and logs one line',
  async (_what, reason, status, code) => {
    const shop = await openShop()
    const { services, errors } = shop
    const { sessionId } = await shop.caller()
    const token = signAccessToken(sessionId, services.accessTokenSecret, services.clock())
    breakProvider(shop, reason)
    const answer = await createApp(services).request('/api/create-subscription/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ plan_id: growth }),
    })
    expect(answer.status).toBe(status)
    const { error, message, ...more } = await answer.json()
    expect(message).toContain('Nothing was changed')
    expect([error, more]).toEqual([message, code])
    expect(errors).toEqual([expect.stringMatching(/^A request failed .*It is broken/)])
  },
)

describe('a checkout', () => {
  test('keeps no reader waiting for a slow provider, whose late answer still counts', async () => {
    const shop = await openShop()
    await payFor(shop, await shop.create(growth))
    const { letGo } = holdAnswers(shop, 'fetchSubscription')
    expect(await readProfile(shop)).toMatchObject({ is_subscribed: false })
    letGo()
    await expect.poll(async () => (await shop.live()).length).toBe(1)
    expect(await readProfile(shop)).toMatchObject({ is_subscribed: true })
  })
})

test('a provider that is down is an error in the log where a plan would go on being paid, each time', async () => {
  const shop = await openWithPlan(growth)
  await shop.create(starter)
  breakProvider(shop)
  await shop.workAfter(hour)
  expect(shop.errors).toEqual([])
  await shop.cancel()
  for (const _hour of [1, 2]) await shop.workAfter(hour)
  const text = 'A subscription could not be cancelled at the payment provider yet'
  expect(shop.errors).toEqual(Array(3).fill(expect.stringContaining(text)))
  // Of a series of failures one is entered.
  const failed = shop.data.events.filter(({ action }) => action === 'check-failed')
  expect(failed.map(({ origin, details }) => [origin, details.plan])).toEqual([
    ['poll', 'Starter'],
    ['job', 'Growth'],
  ])
})

test('a payment that is proved counts, though the provider doesn’t list it yet', async () => {
  const shop = await openShop()
  const id = await shop.create(growth)
  const proof = await payFor(shop, id)
  const created = { id, status: 'created', start_at: null, ended_at: null, paid_count: 0 }
  shop.services.payments.fetchSubscription = async () => {
    const said = readSubscription(created, shop.services.clock())
    if (!said) throw new Error('It isn’t understood.')
    return said
  }
  await shop.verify(proof)
  expect(await shop.live()).toMatchObject([{ id }])
})

test('subscribers keep a plan that is no longer offered', async () => {
  const shop = await openWithPlan(growth)
  const before = await readProfile(shop)
  shop.services.plans = shop.services.plans.filter(({ name }) => name !== 'Growth')
  expect(await readProfile(shop)).toEqual(before)
  expect((await refusalOf(shop.create(growth)))[0]).toBe(422)
  shop.pass(day)
  await subscribe(shop, scale)
  expect((await readActivity(shop)).map(({ planName }) => planName)).toEqual(['Scale', 'Growth'])
})

describe('an action that names the plan which its page shows', () => {
  const changedText = (plan: string) =>
    `Your organisation's plan has changed: it is ${plan} (monthly) now. Look at it before you choose again.`

  test('opens no checkout where somebody else buys a plan while the provider is asked', async () => {
    const shop = await openShop()
    const { services, organisation } = shop
    const { createSubscription } = services.payments
    services.payments.createSubscription = async (order) => {
      services.payments.createSubscription = createSubscription
      expect(order.expiresAt).toEqual(later(services.clock(), day))
      await subscribe(shop, scale)
      return await createSubscription(order)
    }
    const bought = checkout.createSubscription(services, organisation, byNobody, growth, null)
    expect(await refusalOf(bought)).toEqual([409, changedText('Scale')])
    expect(await shop.subscriptions()).toMatchObject([{ state: 'live', plan: { name: 'Scale' } }])
  })

  test.each([
    ['cancelling', details.cancelSubscription],
    ['stopping', details.stopRenewing],
    ['keeping', details.keepRenewing],
  ])('%s is refused where somebody else replaces it at that moment', async (_what, act) => {
    const shop = await openWithPlan(starter)
    const { services, organisation, id } = shop
    const { store } = services
    services.store = {
      ...store,
      async change(name, lock, by, decide) {
        if (name === 'change-plans') {
          services.store = store
          await subscribe(shop, growth)
        }
        return await store.change(name, lock, by, decide)
      },
    }
    const refusal = await refusalOf(act(services, organisation, byNobody, id))
    expect(refusal).toEqual([409, changedText('Growth')])
    const renewing = { plan: { name: 'Growth' }, renewal: { stopsAt: null } }
    expect(await shop.live()).toMatchObject([renewing])
  })
})
