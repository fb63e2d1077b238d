import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hour } from '../../server/lib/time'
import { createRazorpayPayments } from '../../server/payments/razorpay'
import { type RazorpayBooks, startRazorpayBooks } from '../support/razorpay-books'
import { growth, openShop, type Shop } from './billing/organisation'

let shop: Shop
let razorpay: RazorpayBooks

beforeEach(async () => {
  shop = await openShop()
  razorpay = await startRazorpayBooks(() => shop.services.clock())
  Object.assign(shop.services.payments, createRazorpayPayments(razorpay.options))
})

afterEach(() => razorpay.stop())

const create = () => shop.create(growth)

async function tell(event: string, id: string): Promise<void> {
  await shop.hear(razorpay.tell(event, id))
  await shop.work()
}

async function passDays(days: number): Promise<void> {
  for (let hours = 0; hours < days * 24; hours += 12) await shop.workAfter(12 * hour)
}

const kept = async (id: string) => (await shop.subscriptions()).find((entry) => entry.id === id)

describe('a second payment reported before its invoice is listed', () => {
  let second: string

  /** Pays a second time, and reports it without its payment. */
  async function payTwice(status: 'authenticated' | 'active'): Promise<string> {
    const first = await create()
    second = await create()
    await shop.verify(await razorpay.pay(first))
    razorpay.books.listsInvoices = false
    const { paymentId } = await razorpay.pay(second, status)
    await tell(`subscription.${status}`, second)
    expect(await kept(second)).toMatchObject({ state: 'void' })
    expect(razorpay.subscription(second)).toMatchObject({ status: 'cancelled' })
    expect(shop.data.refunds).toEqual([])
    return paymentId
  }

  test.each(['authenticated', 'active'] as const)(
    'a payment reported as %s is refunded once it is listed, even after 60 days',
    async (status) => {
      const paymentId = await payTwice(status)
      await passDays(60)
      razorpay.listInvoices()
      await passDays(1)
      expect(shop.data.refunds).toMatchObject([{ paymentId, state: 'done' }])
      expect(await kept(second)).toMatchObject({ nextCheckAt: null })
    },
  )

  test('an unlisted payment is polled with growing intervals, and logged as an error after an hour', async () => {
    await payTwice('active')
    const between = async (seconds: number, steps: number) => {
      const before = razorpay.calls.filter((call) => call.endsWith('/invoices')).length
      for (let step = 0; step < steps; step += 1) await shop.workAfter((seconds / steps) * 1000)
      return razorpay.calls.filter((call) => call.endsWith('/invoices')).length - before
    }
    expect(await between(60, 12)).toBeGreaterThan(3)
    expect(shop.errors).toEqual([])
    expect(await between(86_400 - 60, 600)).toBeLessThan(80)
    // Its receipt is asked for as well, a few times.
    expect(await between(10 * 86_400, 240)).toBeLessThan(50)
    expect(shop.errors.length).toBeGreaterThan(10)
    expect(shop.errors[0]).toContain(second)
  })

  test('an unlisted payment that the buyer proved is settled', async () => {
    const first = await create()
    second = await create()
    await shop.verify(await razorpay.pay(first))
    razorpay.books.listsInvoices = false
    const payment = await razorpay.pay(second)
    const verifying = shop.verify(payment)
    await expect(verifying).rejects.toMatchObject({ status: 409 })
    await shop.work()
    expect(shop.data.refunds).toMatchObject([{ paymentId: payment.paymentId, state: 'done' }])
    expect(await kept(second)).toMatchObject({ nextCheckAt: null })
  })
})

test('a charge after the end that is counted before its invoice is listed is refunded', async () => {
  const id = await create()
  await shop.verify(await razorpay.pay(id))
  razorpay.books.isDown = true
  await shop.cancel()
  shop.pass(hour)
  razorpay.books.listsInvoices = false
  const { paymentId } = await razorpay.pay(id)
  Object.assign(razorpay.subscription(id) ?? {}, { paid_count: 2 })
  razorpay.books.isDown = false
  await passDays(2)
  expect(razorpay.subscription(id)).toMatchObject({ status: 'cancelled' })
  expect(await kept(id)).toMatchObject({ nextCheckAt: expect.any(Date) })
  razorpay.listInvoices()
  await passDays(1)
  expect(shop.data.refunds).toMatchObject([{ paymentId, reason: 'after-the-end', state: 'done' }])
  expect(await kept(id)).toMatchObject({ nextCheckAt: null })
})

test('an expired checkout that turns out to be paid is polled again', async () => {
  const id = await create()
  Object.assign(razorpay.subscription(id) ?? {}, { status: 'expired', ended_at: 1_772_452_800 })
  await passDays(2)
  expect(await kept(id)).toMatchObject({ state: 'void', nextCheckAt: null })
  const { paymentId } = await razorpay.pay(id)
  await tell('subscription.activated', id)
  await passDays(1)
  expect(shop.data.refunds).toMatchObject([{ paymentId, state: 'done' }])
  expect(razorpay.subscription(id)).toMatchObject({ status: 'cancelled' })
})

test('a mandate that was authorised, never charged and then cancelled is polled for 90 days, and then left to the operator', async () => {
  const id = await create()
  razorpay.books.listsInvoices = false
  await razorpay.pay(id, 'authenticated')
  await tell('subscription.authenticated', id)
  expect(await kept(id)).toMatchObject({ state: 'live' })
  await shop.cancel()
  await passDays(85)
  expect(await kept(id)).toMatchObject({ state: 'cancelled', nextCheckAt: expect.any(Date) })
  await passDays(10)
  expect(await kept(id)).toMatchObject({ nextCheckAt: null })
  const { length } = razorpay.calls
  await passDays(30)
  expect(razorpay.calls).toHaveLength(length)
  expect(shop.errors.filter((error) => error.includes('left to the operator'))).toHaveLength(1)
})
