import { beforeEach, expect, test, vi } from 'vitest'
import { PaymentsError, type ProviderRefund } from '../../server/api/payments'
import { hour, later, minute } from '../../server/lib/time'
import { deferred } from '../support/deferred'
import { growth, openShop, payFor, type Shop, signedRefundCall } from './billing/organisation'
import { refusalOf } from './billing/provider'

/** Refunds at the provider. That both books agree in the end, `billing-model.test.ts` holds. */

let shop: Shop
/** The state of the refund at the provider. */
let status: ProviderRefund['status']
const refundPayment = vi.fn(async (paymentId: string) => refundOf(`rfnd_of_${paymentId}`))
const refundOf = (id: string) => ({ id, status, amount: 9_900 })

beforeEach(async () => {
  shop = await openShop()
  refundPayment.mockClear()
  const fetchRefund = async (id: string) => refundOf(id)
  Object.assign(shop.services.payments, { refundPayment, fetchRefund })
})

/** Pays twice for one plan: the second payment is owed. @returns its id. */
async function oweRefund(): Promise<string> {
  const [first, second] = [await shop.create(growth), await shop.create(growth)]
  await shop.verify(await payFor(shop, first))
  const payment = await payFor(shop, second)
  await refusalOf(shop.verify(payment))
  return payment.paymentId
}

/** The same, and does the due work: the provider has begun the refund. */
async function beginRefund(at: ProviderRefund['status']): Promise<string> {
  status = at
  const paymentId = await oweRefund()
  await shop.work()
  return paymentId
}

const errorsOf = (paymentId: string) => shop.errors.filter((text) => text.includes(paymentId))
const entries = () =>
  shop.data.events.flatMap(({ action, audience, outcome }) =>
    action.includes('refund') ? [[action, audience, outcome]] : [],
  )
/** The provider tells that the refund is in another state, or that another refund is. */
async function tell(paymentId: string, at: ProviderRefund['status'], id?: string) {
  events += 1
  await shop.hear(signedRefundCall(paymentId, `event_${events}`, at, id))
  await shop.work()
}
let events = 0

test('a started refund stays owed until it is processed, and is polled instead of repeated', async () => {
  const paymentId = await beginRefund('pending')
  await shop.passDays(9)
  expect(shop.data.refunds).toMatchObject([{ state: 'owed', settledAt: null }])
  expect(errorsOf(paymentId)).toEqual([])
  // Banks take a week.
  await shop.passDays(4)
  expect(errorsOf(paymentId).length).toBeGreaterThan(2)
  expect(refundPayment).toHaveBeenCalledOnce()
  status = 'processed'
  await shop.passDays(1)
  expect(shop.data.refunds).toMatchObject([{ state: 'done', nextAttemptAt: null }])
  expect(entries()).toEqual([
    ['refund-owed', 'operator', 'done'],
    ['refund-begun', 'operator', 'done'],
    ['payment-refunded', 'both', 'done'],
  ])
  const details = { plan: 'Growth', amount: 9_900, currency: 'USD' }
  const done = shop.data.events.filter(({ action }) => action === 'payment-refunded')
  expect(done).toMatchObject([{ actorKind: 'orglens', details, paymentId }])
})

test('a started refund that Razorpay doesn’t find for a while stays owed, with one entry', async () => {
  await beginRefund('pending')
  const failure = 'There is no such refund'
  vi.spyOn(shop.services.payments, 'fetchRefund').mockRejectedValue(
    new PaymentsError('refused', failure),
  )
  for (const _hour of [1, 2, 3]) await shop.workAfter(hour)
  expect(shop.data.refunds).toMatchObject([
    { state: 'owed', failure, attempts: 3, nextAttemptAt: expect.any(Date) },
  ])
  // Ten seconds at first, twice as long each time.
  const [owed] = shop.data.refunds
  expect(Number(owed?.nextAttemptAt) - Number(shop.services.clock())).toBe(40_000)
  expect(entries().slice(2)).toEqual([['refund-failed', 'operator', 'failed']])
  const another = new PaymentsError('refused', 'There was one')
  vi.spyOn(shop.services.payments, 'fetchRefund').mockRejectedValue(another)
  await shop.workAfter(hour)
  expect(entries().slice(2)).toHaveLength(2)
})

test.each<[string, ProviderRefund['status'], (paymentId: string) => Promise<void>]>([
  ['at once', 'failed', async () => {}],
  ['later', 'pending', () => shop.passDays(3)],
  ['after it was done', 'processed', (paymentId) => tell(paymentId, 'failed')],
])('a refund that fails %s is kept and logged once', async (_when, before, learn) => {
  const paymentId = await beginRefund(before)
  status = 'failed'
  for (const _twice of [1, 2]) await learn(paymentId)
  const failure = expect.stringContaining(`rfnd_of_${paymentId}`)
  expect(shop.data.refunds).toMatchObject([{ state: 'refused', nextAttemptAt: null, failure }])
  expect(errorsOf(paymentId)).toHaveLength(1)
  expect(refundPayment).toHaveBeenCalledOnce()
})

test('a webhook completes a pending refund, and one about another refund changes nothing', async () => {
  const paymentId = await beginRefund('pending')
  await tell(paymentId, 'failed', 'rfnd_other')
  expect(shop.data.refunds).toMatchObject([{ state: 'owed' }])
  status = 'processed'
  for (const _twice of [1, 2]) await tell(paymentId, 'processed')
  expect(shop.data.refunds).toMatchObject([{ state: 'done' }])
  expect(entries().filter(([action]) => action === 'refund-reopened')).toHaveLength(1)
})

test('a refund that the seller makes of an owed payment isn’t taken for the one that is owed', async () => {
  const paymentId = await oweRefund()
  await shop.hear(signedRefundCall(paymentId, 'event_of_seller', 'processed', 'rfnd_other'))
  expect(shop.data.refunds).toMatchObject([{ state: 'owed', refundId: null }])
})

test('a refund is on the receipt as soon as it is done, though this server’s clock is behind', async () => {
  const { services, data } = shop
  const { payments } = services
  payments.now = () => later(services.clock(), 2 * minute)
  const refunded = await beginRefund('pending')
  status = 'processed'
  const { fetchPaymentDetails } = payments
  payments.fetchPaymentDetails = async (id) => ({
    ...(await fetchPaymentDetails(id)),
    refundedAmount: id === refunded ? 9_900 : 0,
  })
  await shop.workAfter(minute)
  await shop.workAfter(hour)
  expect(data.receipts.map(({ refundedAmount }) => refundedAmount).sort()).toEqual([0, 9_900])
  expect(entries().filter(([action]) => action === 'payment-refunded')).toHaveLength(1)
})

test('a refund that another server has done stays done when a late failure arrives', async () => {
  const { payments } = shop.services
  status = 'processed'
  await oweRefund()
  const [asked, hung] = [deferred(), deferred()]
  payments.refundPayment = async () => {
    asked.resolve()
    await hung.promise
    throw new PaymentsError('unreachable', 'It took too long')
  }
  const first = shop.work()
  await asked.promise
  payments.refundPayment = refundPayment
  await shop.workAfter(5 * minute)
  hung.resolve()
  await first
  expect(shop.data.refunds).toMatchObject([{ state: 'done', nextAttemptAt: null, attempts: 0 }])
})

test('a refused refund is kept with its reason, logged as an error, and not retried', async () => {
  const asked = vi
    .spyOn(shop.services.payments, 'refundPayment')
    .mockRejectedValue(new PaymentsError('refused', 'More than 6 months old'))
  const paymentId = await oweRefund()
  await shop.workAfter(hour)
  await shop.passDays(4)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(shop.data.refunds).toMatchObject([
    { state: 'refused', failure: 'More than 6 months old', nextAttemptAt: null },
  ])
  expect(errorsOf(paymentId)).toHaveLength(1)
})
