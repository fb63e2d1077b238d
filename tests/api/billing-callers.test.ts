import { expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import * as checkout from '../../server/billing/checkout/create'
import * as details from '../../server/billing/plan/billing-details'
import { listActivity } from '../../server/billing/queries'
import { minute } from '../../server/lib/time'
import { byCaller, byUser } from '../../server/people/author'
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

test('a purchase whose answer was lost belongs to the user who opened the checkout, whoever reports it', async () => {
  const shop = await openShop()
  const { services, organisation, data } = shop
  const { user } = await shop.caller()
  const buy = async (planId: string) =>
    payFor(
      shop,
      await checkout.createSubscription(services, organisation, byUser(user, network), planId),
    )
  const { subscriptionId, paymentId } = await buy(starter)
  await shop.hear(signedCall(shop, subscriptionId, 'charged', paymentId))
  await shop.workAfter(minute)
  // No webhook tells of the next one: it is polled.
  await buy(growth)
  await shop.workAfter(minute)
  // Later charges are the provider's.
  await shop.passDays(31)
  const entries = data.events.filter(({ action }) =>
    ['subscribed', 'plan-changed', 'payment-taken'].includes(action),
  )
  expect(
    entries.map(({ actorName, actorKind, action }) => [actorName ?? actorKind, action]),
  ).toEqual([
    [user.fullName, 'subscribed'],
    [user.fullName, 'payment-taken'],
    [user.fullName, 'plan-changed'],
    [user.fullName, 'payment-taken'],
    ['provider', 'payment-taken'],
  ])
})
