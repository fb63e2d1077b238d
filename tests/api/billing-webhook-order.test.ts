import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { takeWebhook } from '../../server/billing/webhook'
import { numRuns } from '../support/property-runs'
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

/** The expected result, derived independently of the server: along the time. */
function outcomeOf(stories: readonly Story[]): unknown[] {
  const paid = stories
    .filter(({ paidAt }) => paidAt !== null)
    .sort((one, other) => (one.paidAt ?? 0) - (other.paidAt ?? 0))
  return stories.map((story) => {
    if (story.paidAt === null) return story.endedAt === null ? ['unpaid'] : ['void']
    const next = paid[paid.indexOf(story) + 1]?.paidAt ?? Number.POSITIVE_INFINITY
    const end = Math.min(story.endedAt ?? Number.POSITIVE_INFINITY, next)
    if (end === Number.POSITIVE_INFINITY) return ['live', story.paidAt, null]
    return [end === next ? 'upgraded' : 'cancelled', story.paidAt, end]
  })
}

/** Stories of different plans, hours apart, in any order. */
const stories = fc
  .tuple(
    fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1, maxLength: 4 }),
    fc.shuffledSubarray(
      Array.from({ length: 12 }, (_, index) => index),
      { minLength: 8 },
    ),
    fc.array(fc.constantFrom('unpaid', 'expired', 'paid', 'paid', 'ended'), {
      minLength: 4,
      maxLength: 4,
    }),
  )
  .map(([plans, hours, kinds]) =>
    plans.map((plan, index): Story => {
      const [one = 0, other = 0] = [hours[index * 2], hours[index * 2 + 1]]
      const [paidAt, endedAt] = [Math.min(one, other), Math.max(one, other)].map(
        (number) => start + (number + 1) * hour,
      )
      const kind = kinds[index]
      return {
        plan,
        paidAt: kind === 'paid' || kind === 'ended' ? (paidAt ?? null) : null,
        endedAt: kind === 'ended' || kind === 'expired' ? (endedAt ?? null) : null,
      }
    }),
  )

/** All webhooks, shuffled, some of them repeated. */
const deliveries = stories.chain((list) => {
  const all = list.flatMap(tellingsOf)
  const again =
    all.length > 0 ? fc.array(fc.constantFrom(...all), { maxLength: 6 }) : fc.constant([])
  return fc.record({
    stories: fc.constant(list),
    tellings: again.chain((more) => {
      const sent = [...all, ...more]
      return fc.shuffledSubarray(sent, { minLength: sent.length, maxLength: sent.length })
    }),
  })
})

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

async function expectConvergence(
  list: readonly Story[],
  tellings: readonly Telling[],
): Promise<void> {
  const shop = await openShop()
  const ids = await createAll(shop, list)
  shop.pass(30 * 24 * hour * 1000)
  await deliver(shop, ids, tellings)
  const kept = await shop.subscriptions()
  const seconds = (date: Date | null) => date && date.getTime() / 1000
  const outcome = ids.map((id) => {
    const found = kept.find((subscription) => subscription.id === id)
    return found?.startedAt
      ? [found.state, seconds(found.startedAt), seconds(found.endedAt)]
      : [found?.state]
  })
  expect(outcome).toEqual(outcomeOf(list))
  // Plans that have ended are not charged any more.
  await shop.work()
  for (const { id, state } of kept.filter(({ state }) => state === 'upgraded')) {
    const { status } = await shop.services.payments.fetchSubscription(id)
    const endedBefore = list[ids.indexOf(id)]?.endedAt !== null
    expect(status === 'ended' || endedBefore, state).toBe(true)
  }
}

test('webhooks give the same result in any order, however often they are repeated', async () => {
  const check = fc.asyncProperty(deliveries, ({ stories, tellings }) =>
    expectConvergence(stories, tellings),
  )
  await fc.assert(check, { numRuns: numRuns(1_500, 250) })
}, 300_000)

test('each of several plans paid seconds apart ends when the next one starts', async () => {
  const seconds = fc.shuffledSubarray([0, 1, 5, 20, 59, 61], { minLength: 3, maxLength: 4 })
  const check = fc.asyncProperty(
    seconds.map((all) =>
      all.map((second, plan): Story => ({ plan, paidAt: start + second, endedAt: null })),
    ),
    fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    async (list, arrival) => {
      const tellings = arrival.flatMap((index) => {
        const story = list[index]
        return (story && tellingsOf(story, index)[1]) ?? []
      })
      await expectConvergence(list, tellings)
    },
  )
  await fc.assert(check, { numRuns: numRuns(200) })
})

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

  test('webhooks that arrive at once give the same result', async () => {
    const check = fc.asyncProperty(deliveries, async ({ stories, tellings }) => {
      const shop = await openShop(servers[0])
      const ids = await createAll(shop, stories)
      shop.pass(30 * 24 * hour * 1000)
      await Promise.all(tellings.map((telling) => deliver(shop, ids, [telling])))
      const states = (await shop.subscriptions()).map(({ id, state }) => [id, state])
      const expected = outcomeOf(stories).map((outcome, index) => [
        ids[index],
        (outcome as unknown[])[0],
      ])
      expect(new Map(states as [string, string][])).toEqual(new Map(expected as [string, string][]))
    })
    await fc.assert(check, { numRuns: numRuns(30) })
  })
})
