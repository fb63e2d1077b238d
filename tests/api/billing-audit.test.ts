import { describe, expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import * as subscribing from '../../server/billing/checkout/create'
import { minute } from '../../server/lib/time'
import { byUser } from '../../server/people/author'
import type { Entry } from '../../server/store/entry'
import { growth, openShop, payFor, type Shop, signedCall, starter } from './billing/organisation'
import { providerStateOf } from './billing/provider'

const network = networkOf('192.0.2.1')

async function openCheckout(shop: Shop, planId = growth): Promise<string> {
  const { user } = await shop.caller()
  const by = byUser(user, network)
  return await subscribing.createSubscription(shop.services, shop.organisation, by, planId)
}

const told = ({ data }: Shop, ...actions: Entry['action'][]) =>
  data.events
    .filter(({ action }) => actions.includes(action))
    .map(({ actorName, actorKind, action, details }) => [
      actorName ?? actorKind,
      action,
      details.amount ?? null,
    ])

async function webhookOf(shop: Shop, id: string, name: string) {
  const [subscription, payment] = providerStateOf(shop, id)
  await shop.hear(signedCall(subscription, name, `event_${id}`, payment))
}

test('a payment that is proved later is dated as the plan that it begins', async () => {
  const shop = await openShop()
  const proof = await payFor(shop, await openCheckout(shop))
  shop.pass(minute)
  await shop.verify(proof)
  const [plan] = await shop.live()
  const bought = shop.data.events.filter(({ subscriptionId }) => subscriptionId === plan?.id)
  expect(
    bought.flatMap(({ action, audience, at }) => (audience === 'both' ? [[action, at]] : [])),
  ).toEqual([
    ['subscribed', new Date('2026-03-01T12:00:00.001Z')],
    ['payment-taken', new Date('2026-03-01T12:00:00.001Z')],
  ])
})

describe('a purchase whose answer was lost', () => {
  test.each([
    ['a webhook', async (shop: Shop, id: string) => webhookOf(shop, id, 'subscription.charged')],
    ['a poll', async () => {}],
  ])('belongs to the user who opened the checkout, though %s reports it', async (_by, news) => {
    const shop = await openShop()
    const { user } = await shop.caller()
    const id = await openCheckout(shop)
    await payFor(shop, id)
    shop.pass(minute)
    await news(shop, id)
    await shop.work()
    expect(await shop.live()).toMatchObject([{ id }])
    expect(told(shop, 'subscribed', 'payment-taken')).toEqual([
      [user.fullName, 'subscribed', 9900],
      [user.fullName, 'payment-taken', 9900],
    ])
    // An upgrade as well; later charges are the provider's.
    const upgrade = await openCheckout(shop, starter)
    await payFor(shop, upgrade)
    shop.pass(minute)
    await news(shop, upgrade)
    await shop.work()
    await shop.passDays(31)
    expect(told(shop, 'plan-changed')).toEqual([[user.fullName, 'plan-changed', null]])
    expect(told(shop, 'payment-taken').at(-1)).toEqual(['provider', 'payment-taken', 2900])
  })

  test('belongs to a former member if they have gone', async () => {
    const shop = await openShop()
    const id = await openCheckout(shop)
    await payFor(shop, id)
    shop.data.users.length = 0
    await shop.workAfter(minute)
    const bought = shop.data.events.find(({ action }) => action === 'subscribed')
    expect(bought).toMatchObject({ actorKind: 'user', actorName: null, actorEmail: null })
  })
})
