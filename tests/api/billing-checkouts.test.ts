import { describe, expect, test, vi } from 'vitest'
import { hour, minute, second } from '../../server/lib/time'
import { deferred } from '../support/deferred'
import { growth, openShop, payFor, type Shop, starter } from './billing/organisation'
import { openWithPlan, readActivity, readProfile } from './billing/provider'

const create = (shop: Shop, plan = growth) => shop.create(plan)

/** @returns the number of polls from here on. */
function countQuestions({ services }: Shop): () => number {
  const asked = vi.spyOn(services.payments, 'fetchSubscription')
  return () => asked.mock.calls.length
}

describe('a paid checkout that nobody reported', () => {
  test.each([
    ['at once', 0],
    ['after an hour', hour],
    ['in its last minute', 24 * hour - minute],
  ])('a checkout paid %s becomes the plan without anybody coming back', async (_when, wait) => {
    const shop = await openShop()
    const id = await create(shop)
    await shop.work()
    shop.pass(wait)
    await payFor(shop, id)
    await shop.workAfter(12 * hour)
    expect(await shop.live()).toMatchObject([{ id }])
  })

  test('the oldest of many paid checkouts becomes the plan', async () => {
    const shop = await openShop()
    const [oldest] = [await create(shop)]
    for (let count = 0; count < 20; count += 1) await create(shop, starter)
    await payFor(shop, oldest)
    await shop.workAfter(10 * second)
    expect(await shop.live()).toMatchObject([{ id: oldest }])
  })
})

describe('an unpaid checkout', () => {
  test('an unpaid checkout can be paid for 24 hours, and is polled until it expires', async () => {
    const shop = await openShop()
    const id = await create(shop)
    for (let hours = 0; hours < 48; hours += 1) await shop.workAfter(hour)
    expect(await shop.services.payments.sandbox?.pay(id)).toBe('ended')
    expect(await shop.subscriptions()).toMatchObject([{ state: 'void', nextCheckAt: null }])
    const asked = countQuestions(shop)
    await shop.workAfter(100 * hour)
    expect(asked()).toBe(0)
  })

  test('an unpaid checkout is polled every 10 s for 15 minutes, then with growing intervals', async () => {
    const shop = await openShop()
    await create(shop)
    const asked = countQuestions(shop)
    const between = async (minutes: number) => {
      const before = asked()
      for (let time = 0; time < minutes * 30; time += 1) await shop.workAfter(2 * second)
      return asked() - before
    }
    expect(await between(15)).toBe(90)
    expect(await between(15)).toBeLessThan(12)
    expect(await between(30)).toBeLessThan(12)
    expect(await between(60)).toBeLessThan(12)
  })
})

test('a proof that arrives after the subscription has ended starts no plan', async () => {
  const shop = await openShop()
  const { services } = shop
  const id = await create(shop)
  const proof = await payFor(shop, id)
  shop.pass(minute)
  const { endedAt } = await services.payments.cancelSubscription(id)
  shop.pass(minute)
  await shop.verify(proof)
  expect(await shop.subscriptions()).toMatchObject([{ state: 'cancelled', endedAt }])
  await shop.work()
  expect(shop.data.refunds).toEqual([])
})

describe('reading a profile', () => {
  test('reading a profile polls young checkouts only, at most every 2 s', async () => {
    const shop = await openShop()
    const asked = countQuestions(shop)
    await readProfile(shop)
    expect(asked()).toBe(0)
    await create(shop)
    for (let time = 0; time < 5; time += 1) await readProfile(shop)
    expect(asked()).toBe(1)
    shop.pass(2 * second)
    await readProfile(shop)
    expect(asked()).toBe(2)
    shop.pass(15 * minute)
    await readProfile(shop)
    expect(asked()).toBe(2)
  })

  test('who reads while the provider is asked waits for its answer, too', async () => {
    const shop = await openShop()
    const { payments } = shop.services
    await payFor(shop, await create(shop))
    const [asked, held] = [deferred(), deferred()]
    const { fetchSubscription } = payments
    payments.fetchSubscription = async (id) => {
      asked.resolve()
      await held.promise
      return await fetchSubscription(id)
    }
    const profile = readProfile(shop)
    await asked.promise
    const activity = readActivity(shop)
    // The second one has seen that nothing is due by then.
    await shop.caller()
    held.resolve()
    expect((await profile).is_subscribed).toBe(true)
    expect(await activity).toHaveLength(1)
  })

  test('reading a profile writes nothing without a young checkout', async () => {
    const shop = await openWithPlan(starter)
    await create(shop)
    shop.pass(15 * minute)
    const before = structuredClone(shop.data)
    await readProfile(shop)
    expect(shop.data).toEqual(before)
  })

  test('reading a profile does not wait for a slow provider, whose late answer still counts', async () => {
    const shop = await openShop()
    const id = await create(shop)
    await payFor(shop, id)
    const held = deferred()
    const { payments } = shop.services
    const { fetchSubscription } = payments
    payments.fetchSubscription = () => held.promise.then(() => fetchSubscription(id))
    expect(await readProfile(shop)).toMatchObject({ is_subscribed: false })
    held.resolve()
    await expect.poll(async () => (await shop.live()).length).toBe(1)
    expect(await readProfile(shop)).toMatchObject({ is_subscribed: true })
  })
})
