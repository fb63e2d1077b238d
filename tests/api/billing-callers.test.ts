import { describe, expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import * as checkout from '../../server/billing/checkout/create'
import * as details from '../../server/billing/plan/billing-details'
import { listActivity } from '../../server/billing/queries'
import { minute } from '../../server/lib/time'
import { byCaller, byUser } from '../../server/people/author'
import { CallerRefused } from '../../server/store/change'
import type { Entry } from '../../server/store/entry'
import { growth, openShop, payFor, type Shop, signedCall, starter } from './billing/organisation'

/** The users who act on plans: they are checked in the change itself, and entered as its authors. */

const network = networkOf('192.0.2.1')

test.each<[string, (shop: Shop) => void]>([
  ['is signed out', ({ data }) => Object.assign(data, { sessions: [] })],
  ['is an admin no longer', ({ data }) => Object.assign(data.users[0] ?? {}, { isAdmin: false })],
])(
  'a caller who %s while the provider is asked reads no history, and changes no plan',
  async (_what, leave) => {
    const shop = await openShop()
    const { services, organisation } = shop
    const refused = (act: Promise<unknown>) => expect(act).rejects.toBeInstanceOf(CallerRefused)
    // Whoever reads now asks the provider.
    await payFor(shop, await shop.create(growth))
    shop.pass(15_000)
    const caller = await shop.caller()
    const { runNow } = services.work
    services.work.runNow = async (...job) => {
      await runNow(...job)
      leave(shop)
    }
    await refused(listActivity(services, caller))
    const before = await shop.subscriptions()
    expect(before).toMatchObject([{ state: 'live' }])
    const author = byCaller(caller, network)
    await refused(details.cancelSubscription(services, organisation, author))
    await refused(details.stopRenewing(services, organisation, author))
    await refused(details.keepRenewing(services, organisation, author))
    expect(await shop.subscriptions()).toEqual(before)
  },
)

async function openCheckout(shop: Shop, planId = growth): Promise<string> {
  const author = byUser((await shop.caller()).user, network)
  return await checkout.createSubscription(shop.services, shop.organisation, author, planId)
}

const entries = ({ data }: Shop, ...actions: Entry['action'][]) =>
  data.events
    .filter(({ action }) => actions.includes(action))
    .map(({ actorName, actorKind, action, details }) => [
      actorName ?? actorKind,
      action,
      details.amount ?? null,
    ])

test('a payment that is proved later is dated as the plan that it begins', async () => {
  const shop = await openShop()
  const proof = await payFor(shop, await openCheckout(shop))
  shop.pass(minute)
  await shop.verify(proof)
  const [plan] = await shop.live()
  const bought = shop.data.events.filter(
    ({ subscriptionId, audience }) => subscriptionId === plan?.id && audience === 'both',
  )
  const at = new Date('2026-03-01T12:00:00.001Z')
  expect(bought).toMatchObject([
    { action: 'subscribed', at },
    { action: 'payment-taken', at },
  ])
})

describe('a purchase whose answer was lost', () => {
  test.each<[string, (shop: Shop, id: string, paymentId: string) => Promise<void>]>([
    [
      'a webhook',
      (shop, id, paymentId) => shop.hear(signedCall(shop, id, `event_${id}`, paymentId)),
    ],
    ['a poll', async () => {}],
  ])('belongs to the user who opened the checkout, though %s reports it', async (_by, learn) => {
    const shop = await openShop()
    const { fullName } = (await shop.caller()).user
    for (const planId of [starter, growth]) {
      const id = await openCheckout(shop, planId)
      const { paymentId } = await payFor(shop, id)
      await learn(shop, id, paymentId)
      shop.pass(minute)
      await shop.work()
    }
    expect(entries(shop, 'subscribed', 'payment-taken', 'plan-changed')).toEqual([
      [fullName, 'subscribed', 2900],
      [fullName, 'payment-taken', 2900],
      [fullName, 'plan-changed', null],
      [fullName, 'payment-taken', 9900],
    ])
    // Later charges are the provider's.
    await shop.passDays(31)
    expect(entries(shop, 'payment-taken').at(-1)).toEqual(['provider', 'payment-taken', 9900])
  })

  test('belongs to a former member if they have gone', async () => {
    const shop = await openShop()
    await payFor(shop, await openCheckout(shop))
    shop.data.users.length = 0
    await shop.workAfter(minute)
    const bought = shop.data.events.find(({ action }) => action === 'subscribed')
    expect(bought).toMatchObject({ actorKind: 'user', actorName: null, actorEmail: null })
  })
})
