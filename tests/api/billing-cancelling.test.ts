import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PaymentsError, type ProviderPayment } from '../../server/api/payments'
import { day, second } from '../../server/lib/time'
import { deferred } from '../support/deferred'
import { growth, openShop, signedCall } from './billing/organisation'
import {
  breakProvider,
  chargedAtProvider,
  openWithPlan,
  readActivity,
  readProfile,
  subscribe,
} from './billing/provider'

describe('cancelling', () => {
  test('a cancellation succeeds while the provider fails, and reaches it when it is back', async () => {
    const shop = await openWithPlan(growth)
    const mend = breakProvider(shop)
    await shop.cancel()
    expect(await shop.live()).toEqual([])
    expect(await readProfile(shop)).toMatchObject({ is_subscribed: false })
    mend()
    expect(await chargedAtProvider(shop)).toHaveLength(1)
    await shop.workAfter(10 * second)
    expect(await chargedAtProvider(shop)).toEqual([])
  })

  test('a cancellation waits 5 s for a provider that does not answer, then succeeds', async () => {
    const shop = await openWithPlan(growth)
    const confirmed = deferred()
    const { payments } = shop.services
    const { cancelSubscription: cancelAtProvider } = payments
    payments.cancelSubscription = (id) => confirmed.promise.then(() => cancelAtProvider(id))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let answered = false
    const cancelling = shop.cancel().then(() => {
      answered = true
    })
    await vi.advanceTimersByTimeAsync(4_999)
    expect(answered).toBe(false)
    expect(await shop.live()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await cancelling
    // It goes on after the call has stopped waiting.
    confirmed.resolve()
    vi.useRealTimers()
    await expect.poll(() => chargedAtProvider(shop)).toEqual([])
  })

  test('a cancellation whose confirmation was lost is found to be done', async () => {
    const shop = await openWithPlan(growth)
    const { payments } = shop.services
    const { cancelSubscription: cancelAtProvider } = payments
    const asked = vi.spyOn(payments, 'cancelSubscription').mockImplementationOnce(async (id) => {
      await cancelAtProvider(id)
      throw new PaymentsError('unreachable', 'The line broke')
    })
    await shop.cancel()
    await shop.create(growth)
    await shop.workAfter(10 * second)
    expect(asked).toHaveBeenCalledTimes(2)
    const [cancelled] = await shop.subscriptions()
    expect(cancelled).toMatchObject({ state: 'cancelled', nextCheckAt: null })
  })

  test('a charge made during a cancellation is refunded', async () => {
    const shop = await openWithPlan(growth)
    const mend = breakProvider(shop)
    await shop.cancel()
    mend()
    shop.pass(60 * 60 * second)
    const { payments, clock } = shop.services
    const { cancelSubscription: cancelAtProvider, fetchPayments } = payments
    const renewals: ProviderPayment[] = []
    const givenBack: string[] = []
    Object.assign(payments, {
      async cancelSubscription(id: string) {
        await new Promise((resolve) => setImmediate(resolve))
        renewals.push({ id: 'pay_renewal', takenAt: clock() })
        return await cancelAtProvider(id)
      },
      fetchPayments: async (id: string) => [...(await fetchPayments(id)), ...renewals],
      async refundPayment(id: string) {
        givenBack.push(id)
        return { id: 'rfnd_renewal', status: 'processed' }
      },
    })
    await shop.work()
    expect(givenBack).toEqual(['pay_renewal'])
    expect(await chargedAtProvider(shop)).toEqual([])
  })

  test('the same plan can be bought again before the provider confirms the cancellation', async () => {
    const shop = await openWithPlan(growth)
    const mend = breakProvider(shop)
    await shop.cancel()
    mend()
    shop.pass(2 * 60 * second)
    const id = await subscribe(shop, growth)
    expect(await chargedAtProvider(shop)).toEqual([id])
    const states = (await readActivity(shop)).map(({ state }) => state)
    expect(states).toEqual(['live', 'cancelled'])
  })
})

describe('comparing a plan with the provider', () => {
  test('a plan is compared at least once a day, but not constantly', async () => {
    const shop = await openWithPlan(growth)
    const asked = vi.spyOn(shop.services.payments, 'fetchSubscription')
    for (let hours = 0; hours < 10 * 24; hours += 1) await shop.workAfter(day / 24)
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(10)
    expect(asked.mock.calls.length).toBeLessThanOrEqual(11)
  })

  test.each([
    ['does not know it', new PaymentsError('refused', 'Razorpay answered 404')],
    ['answers nonsense', new PaymentsError('unreachable', 'Razorpay answered with something else')],
  ])('a plan stays, with an error logged, when the provider %s', async (_why, failure) => {
    const shop = await openWithPlan(growth)
    const before = await shop.live()
    shop.services.payments.fetchSubscription = async () => {
      throw failure
    }
    await shop.passDays(3)
    const kept = { checkFailures: 0, nextCheckAt: null }
    expect((await shop.live()).map((entry) => ({ ...entry, ...kept }))).toEqual(
      before.map((entry) => ({ ...entry, ...kept })),
    )
    expect(shop.errors).toHaveLength(1)
    expect(shop.errors[0]).toContain('could not be compared')
  })

  test('plans are compared at different times', async () => {
    const shop = await openWithPlan(growth)
    const [first] = await shop.live()
    const other = await openShop()
    other.pass(1234)
    await subscribe(other, growth)
    const [second] = await other.live()
    expect(first?.nextCheckAt).not.toEqual(second?.nextCheckAt)
  })
})

test('an end reported only by the webhook is confirmed by polling', async () => {
  const { id, ...shop } = await openWithPlan(growth)
  await shop.services.payments.cancelSubscription(id)
  const ended_at = shop.services.clock().getTime() / 1000
  const entity = { id, status: 'cancelled', start_at: ended_at - 1, ended_at, paid_count: 1 }
  await shop.hear(signedCall(entity, 'subscription.cancelled', 'one'))
  expect(await shop.live()).toEqual([])
  await shop.work()
  expect(await shop.subscriptions()).toMatchObject([{ state: 'cancelled', nextCheckAt: null }])
})
