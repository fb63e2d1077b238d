import { describe, expect, test } from 'vitest'
import { createSubscription } from '../../server/domain/subscriptions'
import { PaymentsError, type ProviderSubscription } from '../../server/payments/payments'
import { growth, openShop, payFor, type Shop, starter } from './billing/organisation'
import { readProfile, subscribe } from './billing/provider'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const create = ({ services, organisation }: Shop, plan = growth) =>
  createSubscription(services, organisation, plan)

/** @returns how often the provider is asked about subscriptions from here on. */
function countQuestions({ services }: Shop): () => number {
  let asked = 0
  const { fetchSubscription } = services.payments
  services.payments.fetchSubscription = (id) => {
    asked += 1
    return fetchSubscription(id)
  }
  return () => asked
}

describe('a checkout that somebody paid, and nobody told us of', () => {
  test.each([
    ['at once', 0],
    ['after an hour', hour],
    ['in its last minute', 24 * hour - minute],
  ])('%s becomes the plan without anybody coming back', async (_when, wait) => {
    const shop = await openShop()
    const id = await create(shop)
    await shop.work()
    shop.pass(wait)
    await payFor(shop, id)
    shop.pass(12 * hour)
    await shop.work()
    expect(await shop.live()).toMatchObject([{ id }])
  })

  test('and is the oldest of many, becomes the plan as well', async () => {
    const shop = await openShop()
    const [oldest] = [await create(shop)]
    for (let count = 0; count < 20; count += 1) await create(shop, starter)
    await payFor(shop, oldest)
    shop.pass(10 * second)
    await shop.work()
    expect(await shop.live()).toMatchObject([{ id: oldest }])
  })

  test('becomes the plan though the provider did not answer for hours', async () => {
    const shop = await openShop()
    const id = await create(shop)
    await payFor(shop, id)
    const { fetchSubscription } = shop.services.payments
    shop.services.payments.fetchSubscription = async () => {
      throw new PaymentsError('unreachable', 'It is down')
    }
    for (let time = 0; time < 5; time += 1) {
      shop.pass(hour)
      await shop.work()
    }
    shop.services.payments.fetchSubscription = fetchSubscription
    shop.pass(hour)
    await shop.work()
    expect(await shop.live()).toMatchObject([{ id }])
  })
})

describe('a checkout that nobody pays', () => {
  test('can be paid for 24 hours, and is asked about until the provider says that it is over', async () => {
    const shop = await openShop()
    const id = await create(shop)
    for (let hours = 0; hours < 48; hours += 1) {
      shop.pass(hour)
      await shop.work()
    }
    expect(await shop.services.payments.sandbox?.pay(id)).toBe('ended')
    expect(await shop.subscriptions()).toMatchObject([{ state: 'void', nextCheckAt: null }])
    const asked = countQuestions(shop)
    shop.pass(100 * hour)
    await shop.work()
    expect(asked()).toBe(0)
  })

  test('is asked about every 10 s for 15 minutes, then ever less often', async () => {
    const shop = await openShop()
    await create(shop)
    const asked = countQuestions(shop)
    const between = async (minutes: number) => {
      const before = asked()
      for (let time = 0; time < minutes * 60; time += 1) {
        shop.pass(second)
        await shop.work()
      }
      return asked() - before
    }
    expect(await between(15)).toBe(90)
    expect(await between(15)).toBeLessThan(12)
    expect(await between(30)).toBeLessThan(12)
    expect(await between(60)).toBeLessThan(12)
  })
})

describe('reading a profile', () => {
  test('asks about young checkouts only, and every 2 s at most', async () => {
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

  test('writes nothing where there is no young checkout', async () => {
    const shop = await openShop()
    await subscribe(shop, starter)
    await create(shop)
    shop.pass(15 * minute)
    const before = structuredClone(shop.data)
    await readProfile(shop)
    expect(shop.data).toEqual(before)
  })

  test('asks about one checkout at a time', async () => {
    const shop = await openShop()
    const asked = countQuestions(shop)
    for (let time = 0; time < 8; time += 1) await create(shop)
    await readProfile(shop)
    expect(asked()).toBe(1)
  })

  test('does not wait for a provider that takes long, whose answer is taken when it comes', async () => {
    const shop = await openShop()
    const id = await create(shop)
    await payFor(shop, id)
    let answer = () => {}
    const { fetchSubscription } = shop.services.payments
    shop.services.payments.fetchSubscription = () =>
      new Promise<ProviderSubscription>((resolve) => {
        answer = () => resolve(fetchSubscription(id))
      })
    expect(await readProfile(shop)).toMatchObject({ is_subscribed: false })
    answer()
    await expect.poll(async () => (await shop.live()).length).toBe(1)
    expect(await readProfile(shop)).toMatchObject({ is_subscribed: true })
  })
})
