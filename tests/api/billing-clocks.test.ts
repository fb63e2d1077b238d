import { describe, expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { PaymentsError } from '../../server/api/payments'
import type { Services } from '../../server/api/services'
import { takeWebhook } from '../../server/billing/webhook'
import { hour, second } from '../../server/lib/time'
import { createSandboxPayments } from '../../server/payments/sandbox/sandbox'
import { cancelSubscription, createSubscription, verifySubscription } from '../support/buying'
import { growth, openShop, payFor, type Shop, signedCall, starter } from './billing/organisation'
import { providerStateOf } from './billing/provider'

/** How far a server's clock is ahead of the provider's, in seconds: more than what counts as simultaneous (D69). */
const offsets = [-120, 0, 120]
const clocks = offsets.flatMap((ours) => offsets.map((other) => ({ ours, other })))

/** One organisation at two servers, each with its own clock. The shop's is the provider's. */
async function openShopWithClocks({ ours, other }: { ours: number; other: number }) {
  const shop = await openShop()
  const { data, services } = shop
  const serverBy = (offset: number): Services => {
    const clock = () => new Date(services.clock().getTime() + offset * second)
    const server = createMockServices(data, services.log, clock, undefined, services.store)
    Object.assign(server.payments, createSandboxPayments(services.store, services.clock))
    return server
  }
  return { shop, ours: serverBy(ours), other: serverBy(other) }
}

let events = 0

async function tell(shop: Shop, services: Services, id: string): Promise<void> {
  const [entity, payment] = providerStateOf(shop, id)
  events += 1
  const call = await signedCall(entity, 'subscription.charged', `clocks ${events}`, payment)
  await takeWebhook(services, ...call)
}

describe('with clocks that differ', () => {
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
