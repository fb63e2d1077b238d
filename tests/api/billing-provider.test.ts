import { describe, expect, test } from 'vitest'
import { day, second } from '../../server/lib/time'
import { readSubscription } from '../../server/payments/razorpay-format'
import { growth, openShop, payFor, scale, signedCall, starter } from './billing/organisation'
import {
  breakProvider,
  chargedAtProvider,
  openWithPlan,
  readActivity,
  readProfile,
  refusalOf,
  subscribe,
} from './billing/provider'

describe('when the provider fails', () => {
  test.each([
    ['unreachable', 503],
    ['refused', 502],
  ] as const)(
    'creating a subscription while it is %s answers %i and leaves nothing',
    async (reason, status) => {
      const shop = await openShop()
      breakProvider(shop, reason)
      const creating = shop.create(growth)
      const [answered, text] = await refusalOf(creating)
      expect(answered).toBe(status)
      expect(text).toContain('Nothing was changed')
      expect(await shop.subscriptions()).toEqual([])
      expect(shop.data.events.at(-1)?.action).toBe('checkout-refused')
    },
  )

  test('an upgrade during an outage succeeds, and the old plan is cancelled when the provider is back', async () => {
    const shop = await openShop()
    const old = await subscribe(shop, starter)
    const id = await shop.create(growth)
    const payment = await payFor(shop, id)
    const mend = breakProvider(shop)
    await shop.verify(payment)
    expect(await shop.live()).toMatchObject([{ id }])
    await shop.work()

    // Retried with backoff, by any server.
    for (const wait of [10, 20, 40]) {
      await shop.workAfter(wait * second - 1)
      await shop.workAfter(1)
    }
    expect(shop.errors).toHaveLength(4)
    mend()
    expect(await chargedAtProvider(shop)).toEqual([old, id])
    await shop.workAfter(80 * second)
    expect(await chargedAtProvider(shop)).toEqual([id])
  })

  test('a cancellation survives an outage of weeks', async () => {
    const shop = await openWithPlan(starter)
    const payment = await payFor(shop, await shop.create(growth))
    const mend = breakProvider(shop, 'refused')
    await shop.verify(payment)
    for (let hours = 0; hours < 30 * 24; hours += 12) await shop.workAfter(day / 2)
    mend()
    await shop.workAfter(60 * 60 * second)
    expect(await chargedAtProvider(shop)).toEqual([payment.subscriptionId])
  })

  test('the profile is shown during an outage', async () => {
    const shop = await openWithPlan(starter)
    await shop.create(growth)
    breakProvider(shop)
    expect(await readProfile(shop)).toMatchObject({ is_subscribed: true })
  })
})

test('each halted charge is logged once and ends nothing', async () => {
  const { id, ...shop } = await openWithPlan(growth)
  const entity = { id, status: 'halted', start_at: 1_772_366_400, paid_count: 3 }
  for (const eventId of ['one', 'one', 'other', 'one']) {
    await shop.hear(signedCall(entity, 'subscription.halted', eventId))
  }
  expect(shop.errors).toHaveLength(2)
  expect(shop.errors[0]).toContain(id)
  expect(await shop.live()).toHaveLength(1)
})

describe('a plan that is not charged', () => {
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

test('subscribers keep a plan that is no longer offered', async () => {
  const shop = await openWithPlan(growth)
  const before = await readProfile(shop)
  shop.services.plans = shop.services.plans.filter(({ name }) => name !== 'Growth')
  expect(await readProfile(shop)).toEqual(before)
  const [status] = await refusalOf(shop.create(growth))
  expect(status).toBe(422)
  shop.pass(second)
  await subscribe(shop, scale)
  expect((await readActivity(shop)).map(({ planName }) => planName)).toEqual(['Scale', 'Growth'])
})
