import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { openPostgresqlStore } from '../../server/app/open-stores'
import type { Store } from '../../server/app/store'
import { takeWebhook } from '../../server/billing/webhook'
import { PaymentsError } from '../../server/payments/payments'
import { createSandboxPayments } from '../../server/payments/sandbox/sandbox'
import type { Services } from '../../server/services'
import { cancelSubscription, createSubscription, verifySubscription } from '../support/buying'
import { createDatabase } from '../support/postgresql'
import { billingMethods } from '../support/test-billing'
import { ordersOf } from './billing/orders'
import { growth, openShop, payFor, type Shop, signedCall, starter } from './billing/organisation'
import { providerStateOf } from './billing/provider'
import { silentLog } from './sql-store-examples'

const second = 1000
const hour = 3600 * second
/** How far a server's clock is ahead of the provider's, in seconds: more than what counts as simultaneous (D69). */
const offsets = [-120, 0, 120]
const clocks = offsets.flatMap((ours) => offsets.map((other) => ({ ours, other })))
type Clocks = (typeof clocks)[number]

/** One organisation at two servers, each with its own clock. The shop's is the provider's. */
async function openShopWithClocks({ ours, other }: Clocks, stores: readonly Store[] = []) {
  const shop = await openShop(stores[0])
  const { data, services } = shop
  const serverBy = (offset: number, store: Store): Services => {
    const clock = () => new Date(services.clock().getTime() + offset * second)
    const server = createMockServices(data, services.log, clock, undefined, store)
    Object.assign(server.payments, createSandboxPayments(store, services.clock))
    return server
  }
  return {
    shop,
    ours: serverBy(ours, services.store),
    other: serverBy(other, stores[1] ?? services.store),
  }
}

let events = 0

async function tell({ data }: Shop, services: Services, id: string): Promise<void> {
  const sandbox = await services.store.one('sandboxSubscriptions', { id })
  const known = sandbox ? [...data.sandboxSubscriptions, sandbox] : data.sandboxSubscriptions
  const [entity, payment] = providerStateOf({ data: { ...data, sandboxSubscriptions: known } }, id)
  events += 1
  const call = await signedCall(entity, 'subscription.charged', `clocks ${events}`, payment)
  await takeWebhook(services, ...call)
}

/**
 * Buys one plan and, 20 s later, another one. @returns the events to come, and the expected result.
 */
async function buyTwo(clocks: Clocks, stores?: readonly Store[]) {
  const place = await openShopWithClocks(clocks, stores)
  const { shop, ours, other } = place
  const { organisation } = shop
  const ids = [
    await createSubscription(ours, organisation, starter),
    await createSubscription(other, organisation, growth),
  ] as const
  const first = await payFor(shop, ids[0])
  shop.pass(20 * second)
  const then = await payFor(shop, ids[1])
  shop.pass(3 * second)
  return {
    ...place,
    events: [
      () => verifySubscription(ours, organisation, first),
      () => verifySubscription(other, organisation, then),
      () => tell(shop, other, ids[0]),
      () => tell(shop, ours, ids[1]),
    ],
    async expectOutcome() {
      const [one, two] = await Promise.all(
        ids.map((id) => shop.services.store.one('subscriptions', { id })),
      )
      expect([one?.state, two?.state], JSON.stringify(clocks)).toEqual(['upgraded', 'live'])
      expect(one?.endedAt).toEqual(two?.startedAt)
      for (const id of ids) {
        const { refundedPaymentIds } = await billingMethods(shop.services.store).findBilling(
          organisation.id,
          id,
        )
        expect(refundedPaymentIds).toEqual([])
      }
    },
  }
}

describe('with clocks that differ', () => {
  test('the plan that was paid last wins, in any order of reports', async () => {
    const numbers = [0, 1, 2, 3]
    for (const each of clocks) {
      for (const order of ordersOf(numbers)) {
        const { events, shop, expectOutcome } = await buyTwo(each)
        for (const number of order) {
          await events[number]?.()
          shop.pass(2 * second)
        }
        await expectOutcome()
      }
    }
  }, 300_000)

  test.each([
    ['10 s before the end is kept', -10, false],
    ['59 s after the end is kept', 59, false],
    ['61 s after the end is given back', 61, true],
  ])('a payment taken %s', async (_when, offset, isGivenBack) => {
    for (const each of clocks) {
      for (const canceller of ['ours', 'other'] as const) {
        const place = await openShopWithClocks(each)
        const { shop, ours } = place
        const id = await createSubscription(ours, shop.organisation, growth)
        const takenAt = () => Math.floor(shop.services.clock().getTime() / second)
        const payment = await payFor(shop, id)
        const paidAt = takenAt()
        await verifySubscription(ours, shop.organisation, payment)
        shop.pass(hour)
        const charged = { id: 'pay_renewal', status: 'captured', created_at: takenAt() + offset }
        await cancelSubscription(place[canceller], shop.organisation)
        shop.pass(2 * 60 * second)
        const entity = { id, status: 'active', start_at: paidAt, paid_count: 2 }
        for (const server of [place.other, ours]) {
          events += 1
          const call = await signedCall(entity, 'subscription.charged', `late ${events}`, charged)
          await takeWebhook(server, ...call)
        }
        const given = shop.data.refunds.map(({ paymentId }) => paymentId)
        expect(given, JSON.stringify(each)).toEqual(isGivenBack ? ['pay_renewal'] : [])
      }
    }
  })

  test('a late server that can’t reach the provider uses a webhook’s own time', async () => {
    const { shop, ours, other } = await openShopWithClocks({ ours: -120, other: 0 })
    const unreachable = async () => Promise.reject(new PaymentsError('unreachable', 'It is down'))
    Object.assign(ours.payments, { now: () => null, fetchSubscription: unreachable })
    const ids: string[] = []
    for (const plan of [starter, growth]) {
      const id = await createSubscription(other, shop.organisation, plan)
      ids.push(id)
      await verifySubscription(other, shop.organisation, await payFor(shop, id))
      shop.pass(20 * second)
    }
    const [upgraded, live] = await shop.subscriptions()
    const at = Math.floor(shop.services.clock().getTime() / second)
    const paidAt = Math.floor((upgraded?.startedAt?.getTime() ?? 0) / second)
    const entity = {
      id: ids[0],
      status: 'cancelled',
      start_at: paidAt,
      paid_count: 1,
      ended_at: at,
    }
    await takeWebhook(
      ours,
      ...(await signedCall(entity, 'subscription.cancelled', 'cancelled', null, at)),
    )
    expect(await shop.subscriptions()).toMatchObject([
      { state: 'upgraded', endedAt: live?.startedAt },
      { state: 'live' },
    ])
  })

  test('a plan cancelled right after its purchase is not refunded, and the next one becomes the plan', async () => {
    for (const each of clocks) {
      const { shop, ours, other } = await openShopWithClocks(each)
      const { organisation } = shop
      const ids: string[] = []
      for (const [verifier, canceller] of [
        [ours, other],
        [other, ours],
        [ours, null],
      ] as const) {
        const id = await createSubscription(ours, organisation, growth)
        ids.push(id)
        await verifySubscription(verifier, organisation, await payFor(shop, id))
        shop.pass(70 * second)
        if (canceller) await cancelSubscription(canceller, organisation)
        await tell(shop, verifier, id)
        shop.pass(70 * second)
      }
      const found = await Promise.all(
        ids.map((id) => shop.services.store.one('subscriptions', { id })),
      )
      const states = found.map((subscription) => subscription?.state)
      expect(states, JSON.stringify(each)).toEqual(['cancelled', 'cancelled', 'live'])
      expect(shop.data.refunds).toEqual([])
    }
  })
})

describe('on PostgreSQL', () => {
  let stores: Store[] = []

  beforeAll(async () => {
    const url = await createDatabase(inject('postgresqlUrl'))
    stores = await Promise.all([1, 2].map(() => openPostgresqlStore(url, silentLog)))
  })

  afterAll(() => Promise.all(stores.map((store) => store.close())))

  test('the plan that was paid last wins when all reports arrive at once', async () => {
    for (const each of clocks) {
      const { events, expectOutcome } = await buyTwo(each, stores)
      await Promise.all([...events, ...events].map((happen) => happen()))
      await expectOutcome()
    }
  })
})
