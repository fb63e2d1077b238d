import { describe, expect, test } from 'vitest'
import { withoutInvoice } from '../../contract/receipts'
import { listReceipts } from '../../server/billing/receipts/listed-receipts'
import { day } from '../../server/lib/time'
import { growth, type Shop, signedCall } from './billing/organisation'
import { openWithPlan, providerStateOf } from './billing/provider'

const receipts = async ({ services, organisation }: Shop) =>
  (await listReceipts(services, organisation)).data
const mails = ({ data }: Shop) => data.mails.filter(({ subject }) => /receipt/.test(subject))
const entries = ({ data }: Shop, action: string) =>
  data.events.filter((event) => event.action === action)

describe('receipts', () => {
  test('a purchased plan has a complete one, and each admin gets one mail', async () => {
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
    expect(await receipts(shop)).toEqual([expected])
    expect(mails(shop)).toHaveLength(1)
    expect(mails(shop)[0]?.text).toContain(
      'We received $99.00 for the plan Growth on 1 March 2026.',
    )
    expect(mails(shop)[0]?.text).toContain('It covers 1 March 2026 to 31 March 2026.')
    expect(mails(shop)[0]?.text).toContain(`/dashboard/receipt/${expected.receipt_id}`)
    await shop.passDays(20)
    expect(await receipts(shop)).toEqual([expected])
    expect(mails(shop)).toHaveLength(1)
    expect(entries(shop, 'payment-taken')).toHaveLength(1)
    expect(shop.errors).toEqual([])
  })

  test('a webhook triggers a check at once, and each keeps the name that its organisation had then', async () => {
    const { id, ...shop } = await openWithPlan(growth)
    await shop.passDays(30)
    // Between two of the daily checks.
    for (const check of shop.data.receiptChecks) check.dueAt = new Date('2027-01-01')
    for (const kept of shop.data.subscriptions) kept.nextCheckAt = new Date('2027-01-01')
    await shop.workAfter(day)
    expect(await receipts(shop)).toHaveLength(1)
    for (const organisation of shop.data.organisations) organisation.name = 'Acme Labs'
    shop.join('member', false)
    const [entity] = providerStateOf(shop, id)
    const call = signedCall(entity, 'subscription.charged', 'event_1')
    for (const _again of [1, 2]) await shop.hear(call)
    await shop.work()
    const names = (await receipts(shop)).map(({ organization_name }) => organization_name)
    expect(names).toEqual(['Acme Labs', shop.organisation.name])
    // Captured mails are kept for thirty days: the first one is gone.
    expect(mails(shop)).toHaveLength(1)
  })

  test('the seller’s partial refund marks it, is logged once, and is found without a webhook', async () => {
    const { id, ...shop } = await openWithPlan(growth)
    const [{ payment_id = '' } = {}] = await receipts(shop)
    await shop.services.payments.sandbox?.refund(payment_id ?? '', 2_000)
    await shop.passDays(9)
    expect(await receipts(shop)).toMatchObject([{ state: 'refunded', refunded_amount: 2_000 }])
    await shop.services.payments.sandbox?.refund(payment_id ?? '', 7_900)
    await shop.passDays(9)
    expect(await receipts(shop)).toMatchObject([{ state: 'refunded', refunded_amount: 9_900 }])
    expect(entries(shop, 'payment-refunded').map(({ details }) => details)).toEqual([
      { plan: 'Growth', amount: 2_000, currency: 'USD' },
      { plan: 'Growth', amount: 7_900, currency: 'USD' },
    ])
    const subjects = shop.data.mails.map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('refund'))).toEqual([
      'Your refund of $20.00 for Growth on Orglens',
      'Your refund of $79.00 for Growth on Orglens',
    ])
    expect((await shop.live()).map((live) => live.id)).toEqual([id])
  })
})
