import { describe, expect, test, vi } from 'vitest'
import { PaymentsError } from '../../server/api/payments'
import { hour, second } from '../../server/lib/time'
import { growth, openShop, payFor, type Shop } from './billing/organisation'
import { breakProvider, chargedAtProvider, readActivity, refusalOf } from './billing/provider'

/** Two checkouts of one plan, both paid; the first is the plan. */
async function payTwice(shop: Shop) {
  const [first, second] = [await shop.create(growth), await shop.create(growth)]
  await shop.verify(await payFor(shop, first))
  return await payFor(shop, second)
}

const isGivenBack = ({ data }: Shop, paymentId: string) =>
  data.sandboxSubscriptions.find((entry) => entry.paymentId === paymentId)?.refundedAt != null

describe('a second payment for one plan', () => {
  test('a second payment is owed as soon as it is refused, even if the server dies, and refunded once', async () => {
    const shop = await openShop()
    const payment = await payTwice(shop)
    const [plan] = await shop.live()
    const verify = () => refusalOf(shop.verify(payment))
    const { paymentId, subscriptionId } = payment
    expect((await verify())[0]).toBe(409)
    expect(shop.data.refunds).toMatchObject([
      { paymentId, subscriptionId, reason: 'never-the-plan', state: 'owed' },
    ])
    await shop.work()
    expect((await verify())[0]).toBe(409)
    await shop.work()
    expect(shop.data.refunds).toMatchObject([{ paymentId, state: 'done' }])
    expect(isGivenBack(shop, paymentId)).toBe(true)
    expect(await chargedAtProvider(shop)).toEqual([plan?.id])
    expect(await readActivity(shop)).toHaveLength(1)
    expect(shop.errors).toEqual([])
  })
})

describe('refunding a payment', () => {
  test('a refund is retried with backoff until the provider answers', async () => {
    const shop = await openShop()
    const payment = await payTwice(shop)
    await refusalOf(shop.verify(payment))
    const mend = breakProvider(shop)
    await shop.work()
    for (const wait of [10, 20, 40]) {
      await shop.workAfter(wait * second - 1)
      await shop.workAfter(1)
    }
    expect(shop.data.refunds).toMatchObject([
      { state: 'owed', attempts: 4, failure: 'It is broken' },
    ])
    mend()
    await shop.workAfter(80 * second)
    expect(shop.data.refunds).toMatchObject([{ state: 'done', failure: null }])
    expect(isGivenBack(shop, payment.paymentId)).toBe(true)
  })

  test('a refund done by another server stays done when the first one gets a late answer', async () => {
    const shop = await openShop()
    const { services } = shop
    const payment = await payTwice(shop)
    await refusalOf(shop.verify(payment))
    const { refundPayment } = services.payments
    let first: Promise<void> | undefined
    const hangUp = await new Promise<() => void>((begins) => {
      services.payments.refundPayment = () =>
        new Promise((_resolve, reject) =>
          begins(() => reject(new PaymentsError('unreachable', 'It took too long'))),
        )
      first = shop.work()
    })
    services.payments.refundPayment = refundPayment
    await shop.workAfter(5 * 60 * second)
    hangUp()
    await first
    expect(shop.data.refunds).toMatchObject([{ state: 'done', nextAttemptAt: null, attempts: 0 }])
  })

  test('a refused refund is kept with its reason, logged as an error, and not retried', async () => {
    const shop = await openShop()
    const payment = await payTwice(shop)
    const asked = vi
      .spyOn(shop.services.payments, 'refundPayment')
      .mockRejectedValue(new PaymentsError('refused', 'More than 6 months old'))
    await refusalOf(shop.verify(payment))
    for (let time = 0; time < 5; time += 1) {
      await shop.work()
      shop.pass(24 * hour)
    }
    expect(asked).toHaveBeenCalledTimes(1)
    expect(shop.data.refunds).toMatchObject([
      { state: 'refused', failure: 'More than 6 months old', nextAttemptAt: null },
    ])
    expect(shop.errors.filter((text) => text.includes(payment.paymentId))).toHaveLength(1)
  })
})
