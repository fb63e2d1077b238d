import { beforeEach, expect, test, vi } from 'vitest'
import { mockTax } from '../../mocks/tax'
import { PaymentsError, type ProviderRefund } from '../../server/api/payments'
import { hour, later, minute } from '../../server/lib/time'
import { growth, openShop, payFor, type Shop, signedRefundCall } from './billing/organisation'
import { refusalOf } from './billing/provider'

/** Refunds at the provider. That both books agree in the end, `billing-model.test.ts` holds. */

let shop: Shop
/** The state of the refund at the provider, and how often it was asked for. */
let status: ProviderRefund['status']
let posted: number

beforeEach(async () => {
  shop = await openShop()
  posted = 0
  const { payments } = shop.services
  const { fetchPaymentDetails } = payments
  const refundOf = (paymentId: string) => ({ id: `rfnd_of_${paymentId}`, status, amount: 9_900 })
  Object.assign(payments, {
    refundPayment: async (paymentId: string) => {
      posted += 1
      return refundOf(paymentId)
    },
    fetchRefund: async (id: string) => refundOf(id.replace('rfnd_of_', '')),
    fetchPaymentDetails: async (id: string) => ({
      ...(await fetchPaymentDetails(id)),
      refundedAmount: id === shop.data.refunds[0]?.paymentId && status === 'processed' ? 9_900 : 0,
    }),
  })
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
  await beginRefund('pending')
  await shop.passDays(2)
  expect(shop.data.refunds).toMatchObject([{ state: 'owed', settledAt: null }])
  expect(posted).toBe(1)
  status = 'processed'
  await shop.passDays(1)
  expect(shop.data.refunds).toMatchObject([{ state: 'done', nextAttemptAt: null }])
  expect(shop.errors).toEqual([])
  expect(entries()).toEqual([
    ['refund-owed', 'operator', 'done'],
    ['refund-begun', 'operator', 'done'],
    ['payment-refunded', 'both', 'done'],
  ])
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
  expect(entries().slice(2)).toEqual([['refund-failed', 'operator', 'failed']])
})

test('a refund that is pending after ten days is logged as an error each day', async () => {
  const paymentId = await beginRefund('pending')
  await shop.passDays(14)
  expect(errorsOf(paymentId).length).toBeGreaterThan(2)
  expect(shop.data.refunds).toMatchObject([{ state: 'owed' }])
})

test.each(['at once', 'later'])('a refund that fails %s is kept and logged once', async (when) => {
  const paymentId = await beginRefund(when === 'later' ? 'pending' : 'failed')
  status = 'failed'
  await shop.passDays(3)
  expect(shop.data.refunds).toMatchObject([
    {
      state: 'refused',
      nextAttemptAt: null,
      failure: expect.stringContaining(`rfnd_of_${paymentId}`),
    },
  ])
  expect(errorsOf(paymentId)).toHaveLength(1)
  expect(posted).toBe(1)
})

test.each([
  ['failed', 0],
  ['processed', 9_900],
] as const)(
  'a pending refund that %s later is given back on paper only if the money was',
  async (end, amount) => {
    shop.services.tax = mockTax
    const paymentId = await beginRefund('pending')
    const onPaper = () => ({
      receipt: shop.data.receipts.find((one) => one.paymentId === paymentId)?.refundedAmount,
      creditNotes: shop.data.taxDocuments.filter(({ kind }) => kind === 'credit-note').length,
      entries: shop.data.events.filter(({ action }) => action === 'payment-refunded').length,
    })
    await shop.workAfter(hour)
    expect(onPaper()).toEqual({ receipt: 0, creditNotes: 0, entries: 0 })
    status = end
    await shop.passDays(3)
    const count = amount / 9_900
    expect(onPaper()).toEqual({ receipt: amount, creditNotes: count, entries: count })
  },
)

test('a refund is on the receipt as soon as it is done, though this server’s clock is behind', async () => {
  const { services } = shop
  services.payments.now = () => later(services.clock(), 2 * minute)
  await beginRefund('pending')
  status = 'processed'
  await shop.workAfter(minute)
  expect(shop.data.refunds).toMatchObject([{ state: 'done' }])
  await shop.workAfter(hour)
  expect(shop.data.receipts.map(({ refundedAmount }) => refundedAmount).sort()).toEqual([0, 9_900])
})

test('a webhook completes a pending refund', async () => {
  const paymentId = await beginRefund('pending')
  status = 'processed'
  for (const _twice of [1, 2]) await tell(paymentId, 'processed')
  expect(shop.data.refunds).toMatchObject([{ state: 'done' }])
  const actions = ['refund-owed', 'refund-begun', 'refund-reopened', 'payment-refunded']
  expect(entries().map(([action]) => action)).toEqual(actions)
})

test.each(['pending', 'processed'] as const)(
  'a webhook about a failed refund that was %s keeps it and logs it once',
  async (before) => {
    const paymentId = await beginRefund(before)
    status = 'failed'
    for (const _twice of [1, 2]) await tell(paymentId, 'failed')
    expect(shop.data.refunds).toMatchObject([{ state: 'refused', nextAttemptAt: null }])
    expect(errorsOf(paymentId)).toHaveLength(1)
  },
)

test('a webhook about another refund of the same payment changes nothing', async () => {
  const paymentId = await beginRefund('processed')
  const before = structuredClone(shop.data.refunds)
  await tell(paymentId, 'failed', 'rfnd_other')
  expect(shop.data.refunds).toEqual(before)
  expect(shop.errors).toEqual([])
})

test('a refund done by another server stays done when the first one gets a late answer', async () => {
  const { services } = shop
  status = 'processed'
  await oweRefund()
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
  await shop.workAfter(5 * minute)
  hangUp()
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
