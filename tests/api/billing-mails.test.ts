import { describe, expect, test } from 'vitest'
import { mockTax } from '../../mocks/tax'
import { mockBuyers } from '../../mocks/tax-scenarios'
import type { BilledTo } from '../../server/billing/buyer/tables'
import { correctInvoice } from '../../server/billing/invoices/correction'
import { stopRenewing } from '../../server/billing/plan/billing-details'
import { hour, second as oneSecond } from '../../server/lib/time'
import { add, put } from '../../server/store/change'
import { byNobody } from '../support/buying'
import {
  growth,
  openShop,
  payFor,
  type Shop,
  signedRefundCall,
  starter,
} from './billing/organisation'
import { breakProvider, openWithPlan, refusalOf, subscribe } from './billing/provider'

/** Adds an accounting address that has confirmed. @returns the address. */
async function addBooks({ services, organisation }: Shop): Promise<string> {
  const email = 'books@acme.test'
  const now = services.clock()
  const copy = { id: 'copy', organisationId: organisation.id, email, emailKey: email }
  const times = { createdAt: now, confirmedAt: now, refusedAt: null, removedAt: null }
  await services.store.save(add('copies', { ...copy, ...times }))
  return email
}

/** A plan, whose renewals may fail, and the mails about it. */
async function openPlan(card: 'good' | 'failing' = 'good', planId = growth) {
  const shop = await openShop()
  const { services, organisation, data } = shop
  const id = await subscribe(shop, planId, card)
  return {
    ...shop,
    id,
    stop: () => stopRenewing(services, organisation, byNobody),
    /** @returns the paragraphs of the newest mail with that in its subject. */
    paragraphs: (subject: string) =>
      (data.mails.findLast((mail) => mail.subject.includes(subject))?.text ?? '')
        .split('\n\n')
        .slice(2, -3),
  }
}

describe('the mail about a stopped plan', () => {
  test('says until when it can be kept, and what that costs', async () => {
    const { stop, passDays, paragraphs } = await openPlan()
    await stop()
    await passDays(25)
    expect(paragraphs('Growth ends on 1 April 2026')).toEqual([
      "The Growth plan won't be renewed: it ends on 1 April 2026. Nothing more will be charged.",
      "You can change your mind until 30 March 2026 at 12:00 (UTC): open your plan and choose 'Keep my plan'. Then it renews on 1 April 2026, and $99.00 will be charged.",
    ])
  })

  test('doesn’t say that it can be kept when it can’t', async () => {
    const { stop, passDays, paragraphs, work } = await openPlan()
    await passDays(30)
    await stop()
    await work()
    expect(paragraphs('Growth ends on 1 April 2026')).toEqual([
      "The Growth plan won't be renewed: it ends on 1 April 2026. Nothing more will be charged.",
      'It can no longer be kept. You can choose it again from that day on.',
    ])
  })
})

describe('the mail about a failed payment', () => {
  test('names amount, card and remedies, in this order', async () => {
    const { passDays, paragraphs } = await openPlan('failing')
    await passDays(32)
    expect(paragraphs('The payment for Growth failed')).toEqual([
      'The payment of $99.00 for the Growth plan, due on 1 April 2026, failed with Visa ending in 0341. Your plan continues in the meantime.',
      "First, make sure that Visa ending in 0341 can be charged. We'll retry daily until 4 April 2026.",
      "Or pay with another card: open your plan and choose 'Change payment method'. The overdue $99.00 will be charged to the new card right away.",
      'If every attempt fails, nothing more is tried, and the plan ends 14 days later unless the payment method is changed.',
    ])
  })

  test('says after the last attempt what isn’t charged, and what the next card is charged', async () => {
    const { passDays, paragraphs } = await openPlan('failing')
    await passDays(36)
    expect(paragraphs('Growth ends on ')).toEqual([
      "The payment of $99.00 for the Growth plan, due on 1 April 2026, failed with Visa ending in 0341. We won't try it again, or charge it later.",
      "To keep the plan, open it and choose 'Change payment method'. Nothing will be charged right away: the new card will be charged $99.00 on 1 May 2026.",
      expect.stringMatching(/^Otherwise the plan ends on \d+ April 2026\.$/),
    ])
  })
})

describe('a plan that ends because another one was bought', () => {
  const words = (plan: string, other: string) =>
    `The plan ${plan} of your organisation ended on 1 March 2026, because ${other} was bought. Nothing more will be charged for the old plan, and the rest of its period isn't refunded.`

  const replaced = ({ data }: Shop) =>
    data.mails
      .filter(({ subject }) => subject.includes('was replaced by'))
      .map(({ to, subject, text }) => [to.split('@')[0], subject, text.split('\n\n')[2]])
      .sort()

  test('is named in a mail to each admin', async () => {
    const shop = await openShop()
    shop.join('ravi', true)
    shop.join('maya', false)
    await subscribe(shop, starter)
    await subscribe(shop, growth)
    const subject = 'Starter (monthly) was replaced by Growth (monthly): your Orglens plan'
    const text = words('Starter (monthly)', 'Growth (monthly)')
    expect(replaced(shop)).toEqual([
      ['admin', subject, text],
      ['ravi', subject, text],
    ])
  })

  test('is named even if its own payment is reported after that of the other one', async () => {
    const shop = await openShop()
    const first = await shop.create(starter)
    const second = await shop.create(growth)
    const late = await payFor(shop, first)
    shop.pass(oneSecond)
    await shop.verify(await payFor(shop, second))
    expect(replaced(shop)).toEqual([])
    await shop.verify(late)
    expect(replaced(shop)).toEqual([
      [
        'admin',
        'Starter (monthly) was replaced by Growth (monthly): your Orglens plan',
        words('Starter (monthly)', 'Growth (monthly)'),
      ],
    ])
  })
})

test('a plan whose period wasn’t paid is replaced without a word about its refund', async () => {
  const resumed = await openPlan('failing')
  await resumed.passDays(36)
  await resumed.services.payments.sandbox?.changeCard(resumed.id, 'good')
  await resumed.passDays(2)
  await subscribe(resumed, starter)
  expect(resumed.paragraphs('Growth (monthly) was replaced by Starter (monthly)')).toEqual([
    'The plan Growth (monthly) of your organisation ended on 8 April 2026, because Starter (monthly) was bought. Nothing more will be charged for the old plan.',
  ])
  const shop = await openPlan('failing', 'plan_growth_yearly_usd')
  await shop.passDays(370)
  await subscribe(shop, 'plan_growth_yearly_usd')
  expect(shop.paragraphs('Growth (yearly) was replaced by a new Growth (yearly)')).toEqual([
    'The plan Growth (yearly) of your organisation ended on 6 March 2027, because a new Growth (yearly) was bought. Nothing more will be charged for the old plan.',
  ])
})

describe('a second payment for the same plan', () => {
  async function paidOnce() {
    const shop = await openShop()
    const first = await shop.create(starter)
    const second = await shop.create(starter)
    await shop.verify(await payFor(shop, first))
    await shop.work()
    const mails = () => shop.data.mails.filter(({ subject }) => subject.includes('is refunded'))
    return { ...shop, second, mails }
  }
  const text =
    'The Starter plan was paid for once more, although your organisation already had it. So the payment of $29.00 for the Starter plan bought nothing, and will be refunded in full.'

  test('is told in the refusal and by mail at once, with its amount', async () => {
    const { second, mails, ...shop } = await paidOnce()
    const mend = breakProvider(shop)
    const refused = await refusalOf(shop.verify(await payFor(shop, second)))
    expect(refused).toEqual([
      409,
      'Your organisation already has this plan. The second subscription is being cancelled, and its payment of $29.00 will be refunded in full. All admins get an email about it.',
    ])
    // Before the refund itself, which has to wait for the provider.
    expect(mails().map(({ subject }) => subject)).toEqual([
      '$29.00 for Starter is refunded: your Orglens plan',
    ])
    expect(mails()[0]?.text).toContain(text)
    mend()
    await shop.workAfter(hour)
    expect(shop.data.refunds).toMatchObject([{ state: 'done' }])
    expect(mails()).toHaveLength(1)
  })

  test('is booked with its refund, although both became known at once', async () => {
    const shop = await paidOnce()
    const { second, data } = shop
    const email = await addBooks(shop)
    await refusalOf(shop.verify(await payFor(shop, second)))
    await shop.workAfter(hour)
    const subjects = data.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
    expect(subjects).toEqual([
      `Receipt for ${shop.organisation.name}: $29.00`,
      `Refund for ${shop.organisation.name}: $29.00`,
    ])
    expect(data.mails.at(-2)?.subject).toBe('Your refund of $29.00 for Starter on Orglens')
  })
})

test('a charge after a plan’s end is told by mail with its amount when it is refunded', async () => {
  const { id, ...shop } = await openWithPlan(growth)
  const { data } = shop
  const mend = breakProvider(shop)
  await shop.cancel()
  await shop.passDays(32)
  mend()
  await shop.workAfter(hour)
  const about = data.mails.find(({ subject }) => subject.includes('is refunded'))
  expect(data.refunds).toMatchObject([{ subscriptionId: id, reason: 'after-the-end' }])
  expect(about?.subject).toBe('$99.00 for Growth is refunded: your Orglens plan')
  await shop.passDays(1)
  // Nobody is thanked for it.
  const subjects = data.mails.map(({ subject }) => subject)
  expect(subjects).not.toContain('Your receipt for Growth on Orglens')
  expect(subjects).toContain('Your refund of $99.00 for Growth on Orglens')
  expect(about?.text).toContain(
    'The payment of $99.00 for the Growth plan was taken after the plan had ended. So it will be refunded in full.',
  )
})

test('refunds and corrections reach the admins and the accounting addresses, with their papers', async () => {
  const shop = await openShop(undefined, '2026-05-01T12:00:00.000Z')
  const { services, organisation, data } = shop
  services.tax = mockTax
  const organisationId = organisation.id
  const billTo = (billedTo: BilledTo) =>
    services.store.save(put('buyers', ['organisationId'], { organisationId, billedTo }))
  const email = await addBooks(shop)
  await subscribe(shop, 'plan_growth_monthly_inr')
  const paymentId = data.receipts[0]?.paymentId ?? ''
  shop.pass(60_000)
  await services.payments.sandbox?.refund(paymentId, 50_001)
  await shop.hear(signedRefundCall(paymentId, 'event_1'))
  await shop.work()
  await billTo({ ...mockBuyers.india, legalName: 'evil.example' })
  await correctInvoice(services, organisationId, 'OL/26-27/000001')

  const mailsTo = (isCopy: boolean) => data.mails.filter(({ to }) => (to === email) === isCopy)
  const subjects = (isCopy: boolean) => mailsTo(isCopy).map(({ subject }) => subject)
  expect(subjects(false)).toEqual([
    'Your tax invoice OL/26-27/000001 for Growth on Orglens',
    'Your credit note OL/26-27/C00001 for Growth on Orglens',
    'Tax invoice OL/26-27/000001 was corrected',
  ])
  const { name } = organisation
  expect(subjects(true)).toEqual([
    `Tax invoice OL/26-27/000001 for ${name}: ₹7,999.00`,
    `Credit note OL/26-27/C00001 for ${name}: ₹500.01`,
    `Credit note OL/26-27/C00002 for ${name}: ₹7,498.99`,
    `Tax invoice OL/26-27/000002 for ${name}: ₹7,498.99`,
  ])
  const [billed, refunded, credited, corrected] = mailsTo(true).map(({ text }) => text)
  for (const line of [
    'Sold by: Orglens Sandbox Private Limited, 1 Example Street, No money moves here, GSTIN 29AAACO0000O1ZN',
    'For: the plan Growth, 1 May 2026 to 31 May 2026',
    'Amount: ₹7,999.00, paid on 1 May 2026',
    'Place of supply: Karnataka (29). SAC: 998315',
  ]) {
    expect(billed?.split('\n')).toContain(line)
  }
  for (const line of [
    'Refunded: ₹500.01 of ₹7,999.00, paid on 1 May 2026',
    'Credit note: OL/26-27/C00001 of 1 May 2026, for the tax invoice OL/26-27/000001',
    'Taxable amount: ₹423.73',
    'CGST, 9%: ₹38.14',
  ]) {
    expect(refunded).toContain(line)
  }
  expect(credited).toContain('Corrected: ₹7,498.99. No money was moved.')
  expect(corrected).toContain(
    'Tax invoice: OL/26-27/000002 of 1 May 2026, instead of OL/26-27/000001',
  )
  // Mail programs make no link of it.
  expect(corrected).toContain('Billed to: evil example, 4th Floor, 17 Residency Road')

  services.tax = null
  await billTo(mockBuyers.abroad)
  const { invoice } = await correctInvoice(services, organisationId, 'OL/26-27/000002', 'Our words')
  expect(invoice.exportNote).toBe('Our words')
})
