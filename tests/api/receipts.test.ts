import { expect, test } from 'vitest'
import { withoutInvoice } from '../../contract/receipts'
import { PaymentsError } from '../../server/api/payments'
import { stopRenewing } from '../../server/billing/plan/billing-details'
import { listReceipts } from '../../server/billing/receipts/listed-receipts'
import { day, later, second } from '../../server/lib/time'
import { byOrglens } from '../../server/people/author'
import { growth, openShop, payFor, receiptsOf, type Shop, signedCall } from './billing/organisation'
import { openWithPlan, subscribe } from './billing/provider'

const mails = ({ data }: Shop, about = 'receipt') =>
  data.mails.filter(({ subject }) => subject.includes(about))

test('a purchased plan has a complete receipt, and each admin gets one mail', async () => {
  const { id, ...shop } = await openWithPlan(growth)
  const expected = {
    receipt_id: `inv_${id.replace('sub_', '')}_1`,
    taken_at: '2026-03-01T12:00:00.001Z',
    organization_name: shop.organisation.name,
    plan_name: 'Growth',
    period_start: '2026-03-01T12:00:00.001Z',
    period_end: '2026-04-01T12:00:00.001Z',
    amount: 9900,
    refunded_amount: 0,
    currency: 'USD',
    state: 'paid',
    number: null,
    payment_id: shop.data.sandboxSubscriptions[0]?.paymentId,
    url: null,
    payment_method: { kind: 'card', network: 'Visa', last_digits: '4242' },
    ...withoutInvoice,
  }
  await shop.passDays(20)
  expect(await receiptsOf(shop)).toEqual([expected])
  const { seller } = await listReceipts(shop.services, shop.organisation)
  expect(seller).toContain('Orglens Sandbox')
  expect(mails(shop)).toHaveLength(1)
  const text = mails(shop)[0]?.text
  expect(text).toContain('We received $99.00 for the plan Growth on 1 March 2026.')
  expect(text).toContain('It covers 1 March 2026 to 31 March 2026.')
  expect(text).toContain(`/dashboard/receipt/${expected.receipt_id}`)
  expect(shop.errors).toEqual([])
})

test('a webhook triggers a check at once, and each receipt keeps the name that its organisation had then', async () => {
  const { id, ...shop } = await openWithPlan(growth)
  await shop.passDays(30)
  // Between two of the daily checks.
  for (const check of shop.data.receiptChecks) check.dueAt = new Date('2027-01-01')
  for (const kept of shop.data.subscriptions) kept.nextCheckAt = new Date('2027-01-01')
  shop.pass(day)
  for (const organisation of shop.data.organisations) organisation.name = 'Acme Labs'
  await shop.hear(signedCall(shop, id, 'event_1'))
  await shop.work()
  const names = (await receiptsOf(shop)).map(({ organization_name }) => organization_name)
  expect(names).toEqual(['Acme Labs', shop.organisation.name])
})

test('the seller’s partial refunds are on the receipt, entered and mailed once, without a webhook', async () => {
  const shop = await openWithPlan(growth)
  const { services, data } = shop
  const paymentId = data.receipts[0]?.paymentId ?? ''
  for (const [amount, total] of [
    [2_000, 2_000],
    [2_000, 4_000],
    [5_900, 9_900],
  ] as const) {
    await services.payments.sandbox?.refund(paymentId, amount)
    await shop.passDays(9)
    expect(await receiptsOf(shop)).toMatchObject([{ state: 'refunded', refunded_amount: total }])
  }
  const entries = data.events.filter(({ action }) => action === 'payment-refunded')
  expect(entries.map(({ details }) => details)).toEqual([
    { plan: 'Growth', amount: 2_000, currency: 'USD' },
    { plan: 'Growth', amount: 2_000, currency: 'USD' },
    { plan: 'Growth', amount: 5_900, currency: 'USD' },
  ])
  expect(mails(shop, 'refund').map(({ subject }) => subject)).toEqual([
    'Your refund of $20.00 for Growth on Orglens',
    'Your refund of $20.00 for Growth on Orglens',
    'Your refund of $59.00 for Growth on Orglens',
  ])
  expect(await shop.live()).toHaveLength(1)
})

test.each([
  [9_900, 0],
  [5_000, 1],
])('after a refund of %i before the receipt, %i admins are thanked', async (amount, thanks) => {
  const shop = await openShop()
  const payment = await payFor(shop, await shop.create(growth))
  await shop.services.payments.sandbox?.refund(payment.paymentId, amount)
  await shop.verify(payment)
  await shop.work()
  expect(mails(shop)).toHaveLength(thanks)
  expect(mails(shop, `Your refund of $${amount / 100}.00`)).toHaveLength(1)
})

test('a refund is noticed half a year after the payment', async () => {
  const shop = await openWithPlan('plan_growth_yearly_usd')
  await shop.workAfter(150 * day)
  await shop.services.payments.sandbox?.refund(shop.data.receipts[0]?.paymentId ?? '', 2_000)
  await shop.workAfter(8 * day)
  expect(await receiptsOf(shop)).toMatchObject([{ refunded_amount: 2_000 }])
})

test('the invoices of an ended plan are asked for as long as its payments can be refunded', async () => {
  const shop = await openWithPlan(growth)
  await shop.cancel()
  for (const dueAt of [expect.any(Date), null]) {
    await shop.workAfter(199 * day)
    expect(shop.data.receiptChecks).toMatchObject([{ dueAt }])
  }
})

test('invoices that the provider refuses are asked for ever more rarely, with one error', async () => {
  const shop = await openShop()
  const { payments } = shop.services
  const { fetchInvoices } = payments
  const refused = new PaymentsError('refused', 'No')
  payments.fetchInvoices = () => Promise.reject(refused)
  await shop.verify(await payFor(shop, await shop.create(growth)))
  for (const seconds of [0, 10, 20]) await shop.workAfter(seconds * second)
  expect(shop.data.receiptChecks).toMatchObject([
    { dueAt: later(shop.services.clock(), 40 * second) },
  ])
  const told = shop.errors.filter((text) => text.includes('Invoices could not be fetched'))
  expect(told).toHaveLength(1)
  payments.fetchInvoices = fetchInvoices
  await shop.workAfter(40 * second)
  expect(shop.data.receiptChecks).toMatchObject([{ failures: 0 }])
})

test('an invoice that the provider lists late is there within minutes', async () => {
  const shop = await openShop()
  const { payments } = shop.services
  const { fetchInvoices } = payments
  payments.fetchInvoices = async () => []
  await subscribe(shop, growth)
  payments.fetchInvoices = fetchInvoices
  for (const _minute of [1, 2, 3]) await shop.workAfter(60_000)
  expect(await receiptsOf(shop)).toHaveLength(1)
})

test('many invoices that become known at once all have their payments at once', async () => {
  const shop = await openWithPlan(growth)
  await shop.workAfter(366 * day)
  expect(shop.data.receipts.filter(({ method }) => method)).toHaveLength(13)
})

test('an unpaid invoice is due for a week, while the plan goes on and is charged', async () => {
  const shop = await openWithPlan(growth)
  const { data, services } = shop
  const isDue = async (age: number) => {
    Object.assign(data.receipts[0] ?? {}, { paidAt: null, issuedAt: later(services.clock(), -age) })
    return (await receiptsOf(shop))[0]?.is_due
  }
  expect([await isDue(6 * day), await isDue(8 * day)]).toEqual([true, false])
  await isDue(day)
  const [latest] = data.receipts
  if (latest) data.receipts.push({ ...latest, id: 'older', issuedAt: later(latest.issuedAt, -1) })
  expect((await receiptsOf(shop)).map(({ is_due }) => is_due)).toEqual([true, false])
  await stopRenewing(services, shop.organisation, byOrglens())
  expect(await isDue(6 * day)).toBe(false)
})
