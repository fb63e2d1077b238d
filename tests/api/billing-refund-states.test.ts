import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockTax } from '../../mocks/tax'
import { PaymentsError } from '../../server/api/payments'
import { day, hour, later, minute } from '../../server/lib/time'
import { createRazorpayPayments } from '../../server/payments/razorpay'
import { type RazorpayBooks, startRazorpayBooks } from '../support/razorpay-books'
import { growth, openShop, type Shop } from './billing/organisation'
import { refusalOf } from './billing/provider'

let shop: Shop
let razorpay: RazorpayBooks

beforeEach(async () => {
  shop = await openShop()
  razorpay = await startRazorpayBooks(() => shop.services.clock())
  Object.assign(shop.services.payments, createRazorpayPayments(razorpay.options))
})

afterEach(() => razorpay.stop())

/** Pays twice for one plan, and does the due work. @returns the second payment's id. */
async function payTwice(newRefund: 'pending' | 'processed' | 'failed'): Promise<string> {
  razorpay.books.newRefund = newRefund
  const [first, second] = [await shop.create(growth), await shop.create(growth)]
  await shop.verify(await razorpay.pay(first))
  const payment = await razorpay.pay(second)
  await refusalOf(shop.verify(payment))
  await shop.work()
  return payment.paymentId
}

/** The refund at Razorpay. */
const refund = () => [...razorpay.refunds.values()][0] ?? { id: 'none', status: 'none' }

const posted = () => razorpay.calls.filter((call) => call.endsWith('/refund')).length
const errorsOf = (paymentId: string) => shop.errors.filter((text) => text.includes(paymentId))

describe('a refund that Razorpay has started', () => {
  test('a started refund stays owed until it is processed, and is polled instead of repeated', async () => {
    await payTwice('pending')
    for (let hours = 0; hours < 48; hours += 1) {
      expect(shop.data.refunds).toMatchObject([{ state: 'owed', settledAt: null }])
      await shop.workAfter(hour)
    }
    expect(posted()).toBe(1)
    const asked = razorpay.calls.length
    refund().status = 'processed'
    await shop.workAfter(day)
    expect(shop.data.refunds).toMatchObject([{ state: 'done', nextAttemptAt: null }])
    // With growing intervals.
    expect(asked).toBeLessThan(100)
    expect(shop.errors).toEqual([])
  })

  test('a started refund that Razorpay doesn’t find once stays owed', async () => {
    await payTwice('pending')
    vi.spyOn(shop.services.payments, 'fetchRefund').mockRejectedValueOnce(
      new PaymentsError('refused', 'There is no such refund'),
    )
    await shop.workAfter(hour)
    expect(shop.data.refunds).toMatchObject([
      { state: 'owed', failure: 'There is no such refund', nextAttemptAt: expect.any(Date) },
    ])
  })

  test('a refund that is pending after ten days is logged as an error each day', async () => {
    const paymentId = await payTwice('pending')
    for (let days = 0; days < 14; days += 1) await shop.workAfter(day)
    expect(errorsOf(paymentId).length).toBeGreaterThan(2)
    expect(shop.data.refunds).toMatchObject([{ state: 'owed' }])
  })

  test.each(['at once', 'later'])(
    'a refund that fails %s is kept and logged once',
    async (when) => {
      const paymentId = await payTwice(when === 'later' ? 'pending' : 'failed')
      refund().status = 'failed'
      for (let days = 0; days < 3; days += 1) await shop.workAfter(day)
      expect(shop.data.refunds).toMatchObject([
        { state: 'refused', nextAttemptAt: null, failure: expect.stringContaining(refund().id) },
      ])
      expect(errorsOf(paymentId)).toHaveLength(1)
      expect(posted()).toBe(1)
    },
  )

  test.each([
    ['failed', 0],
    ['processed', 9_900],
  ])(
    'a pending refund that %s later is given back on paper only if the money was',
    async (status, amount) => {
      shop.services.tax = mockTax
      const paymentId = await payTwice('pending')
      const onPaper = () => ({
        receipt: shop.data.receipts.find((one) => one.paymentId === paymentId)?.refundedAmount,
        creditNotes: shop.data.taxDocuments.filter(({ kind }) => kind === 'credit-note').length,
        entries: shop.data.events.filter(({ action }) => action === 'payment-refunded').length,
      })
      await shop.workAfter(hour)
      expect(onPaper()).toEqual({ receipt: 0, creditNotes: 0, entries: 0 })
      refund().status = status
      for (let days = 0; days < 3; days += 1) await shop.workAfter(day)
      const count = amount / 9_900
      expect(onPaper()).toEqual({ receipt: amount, creditNotes: count, entries: count })
    },
  )
})

test('a refund is on the receipt as soon as it is done, though this server’s clock is behind', async () => {
  const { services } = shop
  services.payments.now = () => later(services.clock(), 2 * minute)
  await payTwice('pending')
  refund().status = 'processed'
  await shop.workAfter(minute)
  expect(shop.data.refunds).toMatchObject([{ state: 'done' }])
  await shop.workAfter(hour)
  expect(shop.data.receipts.map(({ refundedAmount }) => refundedAmount).sort()).toEqual([0, 9_900])
})

describe('a webhook about a refund', () => {
  const tell = async (event: string, id = refund().id) => {
    await shop.hear(razorpay.tell(event, id))
    await shop.work()
  }

  test('a webhook completes a pending refund', async () => {
    await payTwice('pending')
    refund().status = 'processed'
    await tell('refund.processed')
    expect(shop.data.refunds).toMatchObject([{ state: 'done' }])
  })

  test.each(['pending', 'processed'] as const)(
    'a webhook about a failed refund that was %s keeps it and logs it once',
    async (before) => {
      const paymentId = await payTwice(before)
      refund().status = 'failed'
      await tell('refund.failed')
      await tell('refund.failed')
      expect(shop.data.refunds).toMatchObject([{ state: 'refused', nextAttemptAt: null }])
      expect(errorsOf(paymentId)).toHaveLength(1)
    },
  )

  test('a webhook reopens a refund that counted as done before Razorpay was polled', async () => {
    const paymentId = await payTwice('processed')
    for (const kept of shop.data.refunds) kept.refundId = null
    refund().status = 'failed'
    await tell('refund.failed')
    expect(shop.data.refunds).toMatchObject([{ state: 'refused' }])
    expect(errorsOf(paymentId)).toHaveLength(1)
  })

  test('a webhook about another refund of the same payment changes nothing', async () => {
    const paymentId = await payTwice('processed')
    const before = structuredClone(shop.data.refunds)
    razorpay.refunds.set('rfnd_other', {
      id: 'rfnd_other',
      payment_id: paymentId,
      status: 'failed',
    })
    await tell('refund.failed', 'rfnd_other')
    expect(shop.data.refunds).toEqual(before)
    expect(shop.errors).toEqual([])
  })

  test.each([
    ['that was done, where that is no news', 'processed', {}],
    ['that was given up', 'failed', { state: 'refused' }],
    ['of which none of ours was begun', 'failed', { state: 'owed', refundId: null }],
  ])('a webhook about a refund %s changes nothing', async (_what, status, change) => {
    await payTwice('processed')
    for (const kept of shop.data.refunds) Object.assign(kept, change)
    const before = structuredClone(shop.data.refunds)
    refund().status = status
    await shop.hear(razorpay.tell(`refund.${status}`, refund().id))
    expect(shop.data.refunds).toEqual(before)
  })

  test('a webhook about a refund that isn’t ours is acknowledged and ignored', async () => {
    razorpay.refunds.set('rfnd_other', {
      id: 'rfnd_other',
      payment_id: 'pay_other',
      status: 'failed',
    })
    await tell('refund.failed', 'rfnd_other')
    expect(shop.data.refunds).toEqual([])
  })
})

test('a payment refunded by other means is done when that refund is', async () => {
  const [first, second] = [await shop.create(growth), await shop.create(growth)]
  await shop.verify(await razorpay.pay(first))
  const payment = await razorpay.pay(second)
  // In the dashboard, before Orglens gets to it.
  razorpay.books.newRefund = 'pending'
  const { apiUrl } = razorpay.options
  await fetch(`${apiUrl}/v1/payments/${payment.paymentId}/refund`, { method: 'POST' })
  await refusalOf(shop.verify(payment))
  await shop.work()
  expect(shop.data.refunds).toMatchObject([{ state: 'owed', refundId: refund().id }])
  refund().status = 'processed'
  await shop.workAfter(day)
  expect(shop.data.refunds).toMatchObject([{ state: 'done' }])
  expect(razorpay.refunds.size).toBe(1)
})
