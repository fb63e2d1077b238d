import { expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import * as checkout from '../../server/billing/checkout/create'
import * as verify from '../../server/billing/checkout/verify'
import * as details from '../../server/billing/plan/billing-details'
import { keepRenewing, stopRenewing } from '../../server/billing/plan/billing-details'
import * as subscriptions from '../../server/billing/queries'
import { byCaller, byUser } from '../../server/people/author'
import { CallerRefused } from '../../server/store/change'
import { growth, openShop, payFor, type Shop, starter } from './billing/organisation'
import { subscribe } from './billing/provider'

/** Whoever acts on a plan is checked in the change itself; what was paid is kept, whoever is gone. */

const network = networkOf('192.0.2.1')

const refused = (act: Promise<unknown>) => expect(act).rejects.toBeInstanceOf(CallerRefused)

const departures: [string, (shop: Shop) => void][] = [
  [
    'is signed out',
    ({ data }) => {
      data.sessions = []
    },
  ],
  [
    'is an admin no longer',
    ({ data }) => {
      for (const user of data.users) user.isAdmin = false
    },
  ],
]

test.each(departures)('a caller who %s meanwhile changes no plan', async (_what, leave) => {
  const shop = await openShop()
  const { services, organisation } = shop
  await subscribe(shop, growth)
  const before = await shop.subscriptions()
  const acting = byCaller(await shop.caller(), network)
  leave(shop)
  await refused(details.cancelSubscription(services, organisation, acting))
  await refused(stopRenewing(services, organisation, acting))
  await refused(keepRenewing(services, organisation, acting))
  expect(await shop.subscriptions()).toEqual(before)
})

test('what a caller has paid is kept, though they are gone', async () => {
  const shop = await openShop()
  const { services, organisation, data } = shop
  const { user, ...caller } = await shop.caller()
  const acting = byCaller({ user, ...caller }, network)
  const id = await checkout.createSubscription(services, organisation, acting, starter)
  const proof = await payFor(shop, id)
  data.sessions = []
  await verify.verifySubscription(services, organisation, byUser(user, network), proof)
  expect(await shop.live()).toMatchObject([{ id }])
})

/** @returns a shop whose checkout was just paid, so that a read asks the provider, and a caller who leaves meanwhile. */
async function leavingWhileAsked(leave: (shop: Shop) => void) {
  const shop = await openShop()
  const { services, organisation } = shop
  const acting = byCaller(await shop.caller(), network)
  const id = await checkout.createSubscription(services, organisation, acting, growth)
  await payFor(shop, id)
  shop.pass(15_000)
  const caller = await shop.caller()
  expect(caller.mayBePaid).toBe(true)
  const { runNow } = services.work
  services.work = {
    ...services.work,
    async runNow(...job) {
      await runNow(...job)
      leave(shop)
    },
  }
  return { services, caller }
}

test.each(departures)(
  'a caller who %s while the provider is asked reads no history',
  async (_what, leave) => {
    const { services, caller } = await leavingWhileAsked(leave)
    await refused(subscriptions.listActivity(services, caller))
  },
)
