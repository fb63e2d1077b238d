import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PaymentsError } from '../../server/api/payments'
import * as checkout from '../../server/billing/checkout/create'
import * as details from '../../server/billing/plan/billing-details'
import { day, hour, minute, second } from '../../server/lib/time'
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

/** How the provider is asked, and what follows where it doesn't answer. */

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

test.each([
  ['unreachable', 503],
  ['refused', 502],
] as const)(
  'creating a subscription while it is %s answers %i and leaves nothing',
  async (reason, status) => {
    const shop = await openShop()
    breakProvider(shop, reason)
    const [answered, text] = await refusalOf(shop.create(growth))
    expect(answered).toBe(status)
    expect(text).toContain('Nothing was changed')
    expect(await shop.subscriptions()).toEqual([])
    expect(shop.data.events.at(-1)?.action).toBe('checkout-refused')
  },
)

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
  test('a plan is compared at least once a day, but not constantly', async () => {
    const shop = await openWithPlan(growth)
    const asked = vi.spyOn(shop.services.payments, 'fetchSubscription')
    for (let hours = 0; hours < 10 * 24; hours += 1) await shop.workAfter(hour)
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(10)
    expect(asked.mock.calls.length).toBeLessThanOrEqual(11)
  })

  test('a plan stays, with an error logged, when the provider does not know it', async () => {
    const shop = await openWithPlan(growth)
    shop.services.payments.fetchSubscription = async () => {
      throw new PaymentsError('refused', 'Razorpay answered 404')
    }
    await shop.passDays(3)
    expect(await shop.live()).toMatchObject([{ id: shop.id }])
    expect(shop.errors).toEqual([expect.stringContaining('could not be compared')])
  })

  /** Passes days, on each of which the provider reports that. @returns the errors in the log. */
  async function errorsOfDays(days: number, status: string, paid_count: number): Promise<string[]> {
    const { id, ...shop } = await openWithPlan(growth)
    const entity = { id, status, start_at: 1_772_366_400, paid_count }
    shop.services.payments.fetchSubscription = async () => {
      const said = readSubscription(entity, shop.services.clock())
      if (!said) throw new Error(`Nobody knows the status ${status}`)
      return said
    }
    await shop.passDays(days)
    expect(await shop.live()).toMatchObject([{ id }])
    return shop.errors.filter((text) => text.includes(id))
  }

  test.each([
    ['was halted', 'halted', 3],
    ['was authorised and never charged', 'authenticated', 0],
  ])('a plan stays when it %s, and each day an error is logged', async (_why, status, count) => {
    const errors = await errorsOfDays(10, status, count)
    expect(errors.length).toBeGreaterThanOrEqual(6)
    expect(errors.at(-1)).toContain(status === 'halted' ? 'halted' : 'never-charged')
  })

  test.each([
    ['was authorised a day ago', 1, 'authenticated', 0],
    ['is charged', 10, 'active', 1],
    ['may be charged yet', 10, 'pending', 1],
  ])('no error is logged while a plan %s', async (_why, days, status, count) => {
    expect(await errorsOfDays(days, status, count)).toEqual([])
  })
})

describe('a checkout', () => {
  test('is polled every 10 s for 15 minutes, more rarely until it expires a day later, and then no more', async () => {
    const shop = await openShop()
    const id = await shop.create(growth)
    const asked = vi.spyOn(shop.services.payments, 'fetchSubscription')
    for (let time = 0; time < 15 * 30; time += 1) await shop.workAfter(2 * second)
    expect(asked).toHaveBeenCalledTimes(90)
    for (let time = 0; time < 15 * 30; time += 1) await shop.workAfter(2 * second)
    expect(asked.mock.calls.length).toBeLessThan(102)
    for (let hours = 0; hours < 48; hours += 1) await shop.workAfter(hour)
    expect(await shop.services.payments.sandbox?.pay(id)).toBe('ended')
    expect(await shop.subscriptions()).toMatchObject([{ state: 'void', nextCheckAt: null }])
    asked.mockClear()
    await shop.workAfter(100 * hour)
    expect(asked).not.toHaveBeenCalled()
  })

  test('is polled for readers of a profile while it is young, at most every 2 s', async () => {
    const shop = await openShop()
    const asked = vi.spyOn(shop.services.payments, 'fetchSubscription')
    await shop.create(growth)
    for (let time = 0; time < 5; time += 1) await readProfile(shop)
    expect(asked).toHaveBeenCalledTimes(1)
    shop.pass(2 * second)
    await readProfile(shop)
    expect(asked).toHaveBeenCalledTimes(2)
    shop.pass(15 * minute)
    await readProfile(shop)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  test('is asked about for 30 organisations that read at once by ten calls a second', async () => {
    const shop = await openShop()
    const { store, work, payments } = shop.services
    // One server: they share its store and its work.
    const others = await Promise.all(Array.from({ length: 29 }, () => openShop(store)))
    for (const { services } of others) {
      Object.assign(services, { work })
      Object.assign(services.payments, payments)
    }
    const shops = [shop, ...others]
    for (const each of shops) await each.create(growth)
    const asked = vi.spyOn(payments, 'fetchSubscription')
    for (const { services } of others) services.payments.fetchSubscription = asked
    for (let time = 1; time <= 5; time += 1) {
      for (const _again of [1, 2, 3]) await Promise.all(shops.map((each) => readProfile(each)))
      expect(asked).toHaveBeenCalledTimes(10 * time)
      for (const each of shops) each.pass(second)
    }
  })

  test('becomes the plan also for callers who read while the provider is asked', async () => {
    const shop = await openShop()
    await payFor(shop, await shop.create(growth))
    const { asked, letGo } = holdAnswers(shop, 'fetchSubscription')
    const profile = readProfile(shop)
    await asked
    const activity = readActivity(shop)
    // The second one has seen that nothing is due by then.
    await shop.caller()
    letGo()
    expect((await profile).is_subscribed).toBe(true)
    expect(await activity).toHaveLength(1)
  })

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
