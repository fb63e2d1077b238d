import { describe, expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { PaymentsError } from '../../server/api/payments'
import * as checkout from '../../server/billing/checkout/create'
import * as verify from '../../server/billing/checkout/verify'
import { changePaymentMethod } from '../../server/billing/plan/billing-details'
import { byUser } from '../../server/people/author'
import { growth, openShop, payFor, type Shop } from './billing/organisation'
import { breakProvider, readProfile, refusalOf } from './billing/provider'

const network = networkOf('192.0.2.1')

async function openPlan(card: 'good' | 'failing' = 'good') {
  const shop = await openShop()
  const { services, organisation } = shop
  const { user } = await shop.caller()
  const by = byUser(user, network)
  const id = await checkout.createSubscription(services, organisation, by, growth)
  const paid = await payFor(shop, id, card)
  await verify.verifySubscription(services, organisation, by, paid)
  await shop.work()
  const second = shop.join('second', true, { fullName: 'Second Admin' })
  return {
    ...shop,
    id,
    user,
    second,
    first: paid,
    plan: async () => (await readProfile(shop)).organization.subscription_plan,
    /** Uses another card in checkout. @returns its proof. */
    async useCard(next: 'good' | 'failing' = 'good') {
      shop.pass(1)
      const proof = await services.payments.sandbox?.changeCard(id, next)
      if (!proof || typeof proof === 'string') throw new Error('Not changed')
      return proof
    },
    prove: (proof: typeof paid, by = user) =>
      changePaymentMethod(services, { user: by, organisation }, network, proof),
    told: () => changes(shop),
  }
}

const changes = ({ data }: Pick<Shop, 'data'>) =>
  data.events
    .filter(({ action }) => action === 'payment-method-changed')
    .map(({ actorName, actorKind, details }) => [
      actorName ?? actorKind,
      details.from ?? null,
      details.to ?? null,
    ])

describe('a changed payment method', () => {
  test('isn’t replaced by an older proof', async () => {
    const { useCard, prove, plan, first, told, user, second } = await openPlan()
    const old = await useCard('failing')
    await prove(await useCard('good'), second)
    await prove(old, user)
    await prove(first, user)
    expect(await plan()).toMatchObject({
      payment_method: { last_digits: '4242' },
      payer_id: second.id,
    })
    expect(told()).toHaveLength(1)
  })

  test('is recorded although the provider doesn’t answer, which the refusal says', async () => {
    const { useCard, prove, plan, told, ...shop } = await openPlan()
    const proof = await useCard('failing')
    const mend = breakProvider(shop)
    shop.services.payments.fetchPaymentDetails = async () => {
      throw new PaymentsError('unreachable', 'It is broken')
    }
    const [status, text] = await refusalOf(prove(proof))
    expect(status).toBe(503)
    expect(text).toMatch(/^The payment method was changed/)
    expect(told()).toHaveLength(1)
    // Which card it is, nobody has said.
    expect((await plan())?.payment_method).toEqual({
      kind: 'card',
      network: null,
      last_digits: null,
    })
    mend()
  })
})
