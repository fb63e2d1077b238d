import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockTax } from '../../mocks/tax'
import { PaymentsError } from '../../server/api/payments'
import { day, hour, later, minute } from '../../server/lib/time'
import { createRazorpayPayments } from '../../server/payments/razorpay'
import { type RazorpayBooks, startRazorpayBooks } from '../support/razorpay-books'
import { growth, openShop, type Shop } from './billing/organisation'
import { refusalOf } from './billing/provider'

/** Refunds at Razorpay. That both books agree in the end, `billing-model.test.ts` holds. */

let shop: Shop
let razorpay: RazorpayBooks

beforeEach(async () => {
  shop = await openShop()
  razorpay = await startRazorpayBooks(() => shop.services.clock())
  Object.assign(shop.services.payments, createRazorpayPayments(razorpay.options))
})

afterEach(() => razorpay.stop())

/** Pays twice for one plan: the second payment is owed. @returns its id. */
async function oweRefund(before?: (paymentId: string) => Promise<unknown>): Promise<string> {
  const [first, second] = [await shop.create(growth), await shop.create(growth)]
  await shop.verify(await razorpay.pay(first))
  const payment = await razorpay.pay(second)
  await before?.(payment.paymentId)
  await refusalOf(shop.verify(payment))
  return payment.paymentId
}

/** The same, and does the due work: Razorpay has begun the refund. */
async function beginRefund(newRefund: 'pending' | 'processed' | 'failed'): Promise<string> {
  razorpay.books.newRefund = newRefund
  const paymentId = await oweRefund()
  await shop.work()
  return paymentId
}

/** The refund at Razorpay. */
const refund = () => [...razorpay.refunds.values()][0] ?? { id: 'none', status: 'none' }
const posted = () => razorpay.calls.filter((call) => call.endsWith('/refund')).length
const errorsOf = (paymentId: string) => shop.errors.filter((text) => text.includes(paymentId))
const passDays = async (days: number) => {
  for (let count = 0; count < days; count += 1) await shop.workAfter(day)
}
const tell = async (event: string, id = refund().id) => {
  await shop.hear(razorpay.tell(event, id))
  await shop.work()
}

test('a started refund stays owed until it is processed, and is polled instead of repeated', async () => {
  await beginRefund('pending')
  await passDays(2)
  expect(shop.data.refunds).toMatchObject([{ state: 'owed', settledAt: null }])
  expect(posted()).toBe(1)
  refund().status = 'processed'
  await passDays(1)
  expect(shop.data.refunds).toMatchObject([{ state: 'done', nextAttemptAt: null }])
  expect(shop.errors).toEqual([])
})

test('a started refund that Razorpay doesn’t find once stays owed', async () => {
  await beginRefund('pending')
  const failure = 'There is no such refund'
  vi.spyOn(shop.services.payments, 'fetchRefund').mockRejectedValueOnce(
    new PaymentsError('refused', failure),
  )
  await shop.workAfter(hour)
  expect(shop.data.refunds).toMatchObject([
    { state: 'owed', failure, nextAttemptAt: expect.any(Date) },
  ])
})

test('a refund that is pending after ten days is logged as an error each day', async () => {
  const paymentId = await beginRefund('pending')
  await passDays(14)
  expect(errorsOf(paymentId).length).toBeGreaterThan(2)
  expect(shop.data.refunds).toMatchObject([{ state: 'owed' }])
})

test.each(['at once', 'later'])('a refund that fails %s is kept and logged once', async (when) => {
  const paymentId = await beginRefund(when === 'later' ? 'pending' : 'failed')
  refund().status = 'failed'
  await passDays(3)
  expect(shop.data.refunds).toMatchObject([
    { state: 'refused', nextAttemptAt: null, failure: expect.stringContaining(refund().id) },
  ])
  expect(errorsOf(paymentId)).toHaveLength(1)
  expect(posted()).toBe(1)
})

test.each([
  ['failed', 0],
  ['processed', 9_900],
])(
  'a pending refund that %s later is given back on paper only if the money was',
  async (status, amount) => {
    shop.services.tax = mockTax
    const paymentId = await beginRefund('pending')
    const onPaper = () => ({
      receipt: shop.data.receipts.find((one) => one.paymentId === paymentId)?.refundedAmount,
      creditNotes: shop.data.taxDocuments.filter(({ kind }) => kind === 'credit-note').length,
      entries: shop.data.events.filter(({ action }) => action === 'payment-refunded').length,
    })
    await shop.workAfter(hour)
    expect(onPaper()).toEqual({ receipt: 0, creditNotes: 0, entries: 0 })
    refund().status = status
    await passDays(3)
    const count = amount / 9_900
    expect(onPaper()).toEqual({ receipt: amount, creditNotes: count, entries: count })
  },
)

test('a refund is on the receipt as soon as it is done, though this server’s clock is behind', async () => {
  const { services } = shop
  services.payments.now = () => later(services.clock(), 2 * minute)
  await beginRefund('pending')
  refund().status = 'processed'
  await shop.workAfter(minute)
  expect(shop.data.refunds).toMatchObject([{ state: 'done' }])
  await shop.workAfter(hour)
  expect(shop.data.receipts.map(({ refundedAmount }) => refundedAmount).sort()).toEqual([0, 9_900])
})

test('a webhook completes a pending refund', async () => {
  await beginRefund('pending')
  refund().status = 'processed'
  await tell('refund.processed')
  expect(shop.data.refunds).toMatchObject([{ state: 'done' }])
})

test.each(['pending', 'processed'] as const)(
  'a webhook about a failed refund that was %s keeps it and logs it once',
  async (before) => {
    const paymentId = await beginRefund(before)
    refund().status = 'failed'
    await tell('refund.failed')
    await tell('refund.failed')
    expect(shop.data.refunds).toMatchObject([{ state: 'refused', nextAttemptAt: null }])
    expect(errorsOf(paymentId)).toHaveLength(1)
  },
)

test('a webhook about another refund of the same payment changes nothing', async () => {
  const payment_id = await beginRefund('processed')
  const before = structuredClone(shop.data.refunds)
  razorpay.refunds.set('rfnd_other', { id: 'rfnd_other', payment_id, status: 'failed' })
  await tell('refund.failed', 'rfnd_other')
  expect(shop.data.refunds).toEqual(before)
  expect(shop.errors).toEqual([])
})

test('a payment refunded by other means is done when that refund is', async () => {
  // In the dashboard, before Orglens gets to it.
  razorpay.books.newRefund = 'pending'
  const { apiUrl } = razorpay.options
  await oweRefund((id) => fetch(`${apiUrl}/v1/payments/${id}/refund`, { method: 'POST' }))
  await shop.work()
  expect(shop.data.refunds).toMatchObject([{ state: 'owed', refundId: refund().id }])
  refund().status = 'processed'
  await passDays(1)
  expect(shop.data.refunds).toMatchObject([{ state: 'done' }])
  expect(razorpay.refunds.size).toBe(1)
})

test('a refund done by another server stays done when the first one gets a late answer', async () => {
  const { services } = shop
  razorpay.books.newRefund = 'processed'
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
  await passDays(4)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(shop.data.refunds).toMatchObject([
    { state: 'refused', failure: 'More than 6 months old', nextAttemptAt: null },
  ])
  expect(errorsOf(paymentId)).toHaveLength(1)
})
