import { afterEach, beforeEach, expect, test } from 'vitest'
import { hour, second } from '../../server/lib/time'
import { createRazorpayPayments } from '../../server/payments/razorpay'
import { type RazorpayBooks, startRazorpayBooks } from '../support/razorpay-books'
import { growth, openShop, type Shop, starter } from './billing/organisation'

let shop: Shop
let razorpay: RazorpayBooks
/** How far our clock is ahead of the provider's, in ms. */
let ahead: number

beforeEach(async () => {
  ahead = 0
  shop = await openShop()
  razorpay = await startRazorpayBooks(() => new Date(shop.services.clock().getTime() - ahead))
  startServer()
})

afterEach(() => razorpay.stop())

/** From here on it is another server, which knows nothing of the provider. */
function startServer(): void {
  const { clock, log } = shop.services
  Object.assign(shop.services.payments, createRazorpayPayments({ ...razorpay.options, clock, log }))
}

const tell = (id: string) => shop.hear(razorpay.tell('subscription.activated', id))

const providerNow = () => shop.services.clock().getTime() - ahead

test('a server whose clock is 30 s ahead does not replace a plan that was just bought', async () => {
  ahead = 30 * second
  const first = await shop.create(starter)
  const then = await shop.create(growth)
  await shop.verify(await razorpay.pay(first))
  shop.pass(10 * second)
  await razorpay.pay(then)
  await tell(then)
  expect(await shop.live()).toMatchObject([{ id: then }])
})

test.each([
  ['knows the provider’s clock', false],
  ['has just started', true],
])('a server that is 90 s behind, and %s, refunds no legitimate payment', async (_how, isNew) => {
  ahead = -90 * second
  const id = await shop.create(growth)
  shop.pass(hour)
  if (isNew) startServer()
  await shop.verify(await razorpay.pay(id))
  shop.pass(10 * second)
  if (isNew) startServer()
  await shop.cancel()
  await shop.work()
  expect(await shop.subscriptions()).toMatchObject([{ state: 'cancelled' }])
  expect(shop.data.refunds).toEqual([])
  const [{ startedAt, endedAt } = { startedAt: null, endedAt: null }] = await shop.subscriptions()
  expect(Number(endedAt) - Number(startedAt)).toBeGreaterThan(8 * second)
  expect(Number(endedAt) - Number(startedAt)).toBeLessThan(12 * second)
  expect(Math.abs(Number(endedAt) - providerNow())).toBeLessThan(2 * second)
})
