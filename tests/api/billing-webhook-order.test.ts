import { describe, expect, test } from 'vitest'
import { takeWebhook } from '../../server/billing/webhook'
import { twoServersForTests } from '../support/two-servers'
import {
  openShop,
  payFor,
  planIds,
  type Shop,
  signedCall,
  signedRefundCall,
} from './billing/organisation'

const hour = 3600
const start = Date.parse('2026-03-01T12:00:00Z') / 1000

/** One checkout in the provider's books. Times in seconds since 1970. */
interface Story {
  plan: number
  paidAt: number | null
  endedAt: number | null
}

interface Telling {
  story: number
  event: string
  entity: Record<string, unknown>
}

/** All webhooks of a story, in order. */
function tellingsOf({ paidAt, endedAt }: Story, story: number): Telling[] {
  const telling = (event: string, entity: Record<string, unknown>) => ({ story, event, entity })
  if (paidAt === null) {
    const entity = { status: 'expired', paid_count: 0, start_at: null, ended_at: endedAt }
    return endedAt === null ? [] : [telling('subscription.expired', entity)]
  }
  const paid = { start_at: paidAt, ended_at: null }
  return [
    telling('subscription.authenticated', { ...paid, status: 'authenticated', paid_count: 0 }),
    telling('subscription.activated', { ...paid, status: 'active', paid_count: 1 }),
    telling('subscription.charged', { ...paid, status: 'active', paid_count: 2 }),
    telling('subscription.pending', { ...paid, status: 'pending', paid_count: 2 }),
    ...(endedAt === null
      ? []
      : [
          telling('subscription.cancelled', {
            ...paid,
            status: 'cancelled',
            paid_count: 2,
            ended_at: endedAt,
          }),
        ]),
  ]
}

async function createAll(shop: Shop, list: readonly { plan: number }[]): Promise<string[]> {
  const ids: string[] = []
  for (const { plan } of list) ids.push(await shop.create(planIds[plan] ?? ''))
  return ids
}

async function deliver(shop: Shop, ids: readonly string[], tellings: readonly Telling[]) {
  for (const [index, { story, event, entity }] of tellings.entries()) {
    const id = ids[story] ?? ''
    // Some repetitions differ from each other only by their contents.
    const eventId = `${id} ${event} ${index % 2}`
    await shop.hear(signedCall({ ...entity, id }, event, eventId))
  }
}

test.each([
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
])('three payments for one plan leave one, in any order: %i, %i, %i', async (...arrival) => {
  const shop = await openShop()
  const list = [1, 2, 3].map(
    (number): Story => ({ plan: 0, paidAt: start + number * hour, endedAt: null }),
  )
  const ids = await createAll(shop, list)
  for (const id of ids) await payFor(shop, id)
  shop.pass(24 * hour * 1000)
  const tellings = list.map((story, index) => tellingsOf(story, index)[1])
  const arrived = arrival.flatMap((index) => tellings[index] ?? [])
  await deliver(shop, ids, arrived)
  const states = (await shop.subscriptions()).map(({ state }) => state)
  expect(states.sort()).toEqual(['live', 'void', 'void'])
  const live = await shop.live()
  await shop.work()
  for (const id of ids) {
    const { status } = await shop.services.payments.fetchSubscription(id)
    expect(status).toBe(id === live[0]?.id ? 'paid' : 'ended')
  }
  const given = shop.data.refunds.map(({ subscriptionId, state }) => [subscriptionId, state])
  const others = ids.filter((id) => id !== live[0]?.id)
  expect(new Map(given as [string, string][])).toEqual(new Map(others.map((id) => [id, 'done'])))
})

test('a webhook that could not be handled is handled when it is sent again', async () => {
  const shop = await openShop()
  const { services } = shop
  const id = await shop.create(planIds[0] ?? '')
  await payFor(shop, id)
  const entity = { id, status: 'active', start_at: start, ended_at: null, paid_count: 1 }
  const call = await signedCall(entity, 'subscription.activated', 'event-sent-twice')
  const { store } = services
  services.store = { ...store, change: () => Promise.reject(new Error('It is gone')) }
  await expect(takeWebhook(services, ...call)).rejects.toThrow('It is gone')
  services.store = store
  await takeWebhook(services, ...call)
  expect(await shop.live()).toMatchObject([{ id }])
})

describe('on PostgreSQL', () => {
  const { servers } = twoServersForTests()

  test('an event that arrives twice at once is recorded once, with its effect', async () => {
    const [store, otherServers] = servers
    const shop = await openShop(store)
    const { services, organisation } = shop
    const id = await shop.create(planIds[0] ?? '')
    const { paymentId } = await payFor(shop, id)
    const entity = { id, status: 'active', start_at: start, ended_at: null, paid_count: 1 }
    const activated = await signedCall(entity, 'subscription.activated', `twice ${id}`)
    const refunded = await signedRefundCall(paymentId, `refunded twice ${id}`)
    const other = { ...services, store: otherServers }
    for (const call of [activated, refunded]) {
      await Promise.all([services, other, services, other].map((at) => takeWebhook(at, ...call)))
      expect(
        await store.one('webhookEvents', { id: call[1].get('x-razorpay-event-id') ?? '' }),
      ).not.toBeNull()
    }
    const told = await store.findHistory(organisation.id, null, 99)
    expect(told.filter(({ action }) => action === 'webhook')).toHaveLength(1)
    expect(await shop.live()).toMatchObject([{ id }])
  })
})
