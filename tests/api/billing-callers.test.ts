import { expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { createSubscription } from '../../server/billing/checkout/create'
import { paymentBy } from '../../server/billing/payer'
import * as details from '../../server/billing/plan/billing-details'
import { listActivity } from '../../server/billing/queries'
import { day } from '../../server/lib/time'
import { byCaller } from '../../server/people/author'
import { CallerRefused } from '../../server/store/change'
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
    expect(await shop.subscriptions()).toEqual(before)
  },
)

test('who opened a checkout is entered as its buyer, though the provider reports the payment, and without a name once they are gone', async () => {
  const shop = await openShop()
  const { services, organisation, data, hear } = shop
  const author = byCaller(await shop.caller(), network)
  const create = (plan: string) => createSubscription(services, organisation, author, plan)
  const buy = async (id: string) =>
    hear(signedCall(shop, id, `event of ${id}`, (await payFor(shop, id)).paymentId))
  const first = await create(growth)
  await buy(first)
  const { live, user } = await shop.caller()
  // The card of nobody else pays.
  expect(paymentBy(user.id, live)).toMatchObject({ planName: 'Growth' })
  expect(paymentBy('another', live)).toBeNull()
  shop.pass(31 * day)
  await hear(signedCall(shop, first, 'event of the renewal', 'pay_renewal'))
  const second = await create(starter)
  data.users = []
  await buy(second)
  const { id, name } = author.actor
  const bought = { actorId: id, actorName: name }
  const gone = { actorId: id, actorName: null, actorEmail: null }
  const entries = data.events.filter(({ audience }) => audience === 'both').slice(-5)
  expect(entries).toMatchObject([
    {
      action: 'subscribed',
      ...bought,
      details: { plan: 'Growth', currency: 'USD', amount: 9_900 },
    },
    { action: 'payment-taken', ...bought },
    // Nobody here has done that.
    { action: 'payment-taken', actorKind: 'provider' },
    { action: 'plan-changed', ...gone },
    { action: 'payment-taken', ...gone },
  ])
})
