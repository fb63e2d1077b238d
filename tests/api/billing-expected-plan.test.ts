import { describe, expect, test } from 'vitest'
import * as checkout from '../../server/billing/checkout/create'
import * as details from '../../server/billing/plan/billing-details'
import { keepRenewing, stopRenewing } from '../../server/billing/plan/billing-details'
import { byNobody } from '../support/buying'
import { growth, openShop, type Shop, scale, starter } from './billing/organisation'
import { openWithPlan, refusalOf, subscribe } from './billing/provider'

/** Actions that name the plan which their page shows, while somebody else changes it. */

const changedText = (plan: string) =>
  `Your organisation's plan has changed: it is ${plan} (monthly) now. Look at it before you choose again.`

/** From here on the next change of plans waits until somebody else has bought one. */
function buyBeforeNextChange(shop: Shop, planId: string): void {
  const { store } = shop.services
  shop.services.store = {
    ...store,
    async change(name, lock, by, decide) {
      if (name === 'change-plans') {
        shop.services.store = store
        await subscribe(shop, planId)
      }
      return await store.change(name, lock, by, decide)
    },
  }
}

describe('buying', () => {
  test('the provider isn’t asked for what is refused', async () => {
    const shop = await openWithPlan(starter)
    const { services, organisation, data } = shop
    const bought = checkout.createSubscription(services, organisation, byNobody, growth, null)
    expect(await refusalOf(bought)).toEqual([409, changedText('Starter')])
    expect(data.sandboxSubscriptions).toHaveLength(1)
  })

  test('a plan that somebody else buys while the provider is asked refuses it: no checkout opens', async () => {
    const shop = await openShop()
    const { services, organisation } = shop
    const { createSubscription } = services.payments
    services.payments.createSubscription = async (order) => {
      services.payments.createSubscription = createSubscription
      await subscribe(shop, scale)
      return await createSubscription(order)
    }
    const bought = checkout.createSubscription(services, organisation, byNobody, growth, null)
    expect(await refusalOf(bought)).toEqual([409, changedText('Scale')])
    expect(await shop.subscriptions()).toMatchObject([{ state: 'live', plan: { name: 'Scale' } }])
  })
})

test.each([
  ['cancelling', details.cancelSubscription],
  ['stopping', stopRenewing],
  ['keeping', keepRenewing],
])(
  '%s a plan that somebody else replaces at that moment is refused, and the new one stays',
  async (_what, act) => {
    const shop = await openWithPlan(starter)
    const { services, organisation, id } = shop
    buyBeforeNextChange(shop, growth)
    const refusal = await refusalOf(act(services, organisation, byNobody, id))
    expect(refusal).toEqual([409, changedText('Growth')])
    const [live] = await shop.live()
    expect(live).toMatchObject({ plan: { name: 'Growth' }, renewal: { stopsAt: null } })
  },
)
