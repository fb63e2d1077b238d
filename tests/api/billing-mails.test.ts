import { expect, test } from 'vitest'
import { mockTax } from '../../mocks/tax'
import { mockBuyers } from '../../mocks/tax-scenarios'
import { keepRenewing, stopRenewing } from '../../server/billing/plan/billing-details'
import { correctInvoice as correctByOperator } from '../../server/commands/operator-requests'
import { hour } from '../../server/lib/time'
import { byOrglens } from '../../server/people/author'
import {
  addAccounts,
  billTo,
  growth,
  openShop,
  payFor,
  type Shop,
  signedRefundCall,
  starter,
} from './billing/organisation'
import {
  breakProvider,
  openWithPlan,
  planOf,
  refusalOf,
  reportAs,
  subscribe,
} from './billing/provider'
import { userOf } from './sql-store-examples'

/** @returns the paragraphs of the newest mail with that in its subject. */
const paragraphs = ({ data }: Shop, subject: string) =>
  data.mails
    .findLast((mail) => mail.subject.includes(subject))
    ?.text.split('\n\n')
    .slice(2, -3)
const subjects = ({ data }: Shop, part: string) =>
  data.mails.map(({ subject }) => subject).filter((subject) => subject.includes(part))

test('the mail about a stopped plan says until when it can be kept, and what that costs, if it can', async () => {
  const shop = await openWithPlan(growth)
  shop.services.timeZone = 'Asia/Kolkata'
  await stopRenewing(shop.services, shop.organisation, byOrglens())
  await shop.passDays(25)
  const ends =
    "The Growth plan won't be renewed: it ends on 1 April 2026. Nothing more will be charged."
  expect(paragraphs(shop, 'Growth ends on 1 April 2026')).toEqual([
    ends,
    "You can change your mind until 30 March 2026 at 17:30 (India Standard Time): open your plan and choose 'Keep my plan'. Then it renews on 1 April 2026, and $99.00 will be charged.",
  ])
  expect(shop.data.mails.at(-1)?.text).toContain('/dashboard/subscription\n')
  await keepRenewing(shop.services, shop.organisation, byOrglens())
  expect(await shop.live()).toMatchObject([{ renewal: { stopsAt: null, announcedEnd: null } }])
  const late = await openWithPlan(growth)
  await late.passDays(30)
  // Not offered where it can't be undone.
  expect(await planOf(late)).not.toHaveProperty('undo_until')
  await stopRenewing(late.services, late.organisation, byOrglens())
  await late.work()
  expect(paragraphs(late, 'Growth ends on 1 April 2026')).toEqual([
    ends,
    'It can no longer be kept. You can choose it again from that day on.',
  ])
})

test.each([
  ['30 March 2026', '30 March 2026'],
  ['5 April 2026', '1 April 2026'],
])('a stopped plan of an organisation that ends on %s ends on %s', async (due, end) => {
  const shop = await openWithPlan(growth)
  const { organisation, services, data } = shop
  const [dueAt, nextStepAt] = [new Date(due), new Date('2027-01-01')]
  const asked = { requestedAt: dueAt, requestedById: 'ada', requestedBy: 'Ada', stoppedId: null }
  await stopRenewing(services, organisation, byOrglens())
  const deletion = { organisationId: organisation.id, ...asked, dueAt, nextStepAt }
  data.deletions.push({ ...deletion, isReminded: false })
  await shop.passDays(25)
  expect(subjects(shop, 'Growth ends on')).toEqual([`Growth ends on ${end}: your Orglens plan`])
})

test('the mails about a failed payment name amount, card and remedies, and what is charged after the last attempt', async () => {
  const shop = await openWithPlan(growth, 'failing')
  await shop.passDays(32)
  expect(paragraphs(shop, 'The payment for Growth failed')).toEqual([
    'The payment of $99.00 for the Growth plan, due on 1 April 2026, failed with Visa ending in 0341. Your plan continues in the meantime.',
    "First, make sure that Visa ending in 0341 can be charged. We'll retry daily until 4 April 2026.",
    "Or pay with another card: open your plan and choose 'Change payment method'. The overdue $99.00 will be charged to the new card right away.",
    'If every attempt fails, nothing more is tried, and the plan ends 14 days later unless the payment method is changed.',
  ])
  await shop.passDays(4)
  expect(paragraphs(shop, 'Growth ends on ')).toEqual([
    "The payment of $99.00 for the Growth plan, due on 1 April 2026, failed with Visa ending in 0341. We won't try it again, or charge it later.",
    "To keep the plan, open it and choose 'Change payment method'. Nothing will be charged right away: the new card will be charged $99.00 on 1 May 2026.",
    expect.stringMatching(/^Otherwise the plan ends on \d+ April 2026\.$/),
  ])
})

test('the mail about a replaced plan speaks of the rest of its period only if that was paid', async () => {
  const replaced = 'Growth (monthly) was replaced by Starter (monthly): your Orglens plan'
  const because = 'because Starter (monthly) was bought. Nothing more will be charged for the old'
  const shop = await openWithPlan(growth)
  await subscribe(shop, starter)
  expect(paragraphs(shop, replaced)).toEqual([
    `The plan Growth (monthly) of your organisation ended on 1 March 2026, ${because} plan, and the rest of its period isn't refunded.`,
  ])

  const unpaid = await openWithPlan(growth, 'failing')
  await unpaid.passDays(36)
  await unpaid.services.payments.sandbox?.changeCard(unpaid.id, 'good')
  await unpaid.passDays(2)
  await subscribe(unpaid, starter)
  expect(paragraphs(unpaid, replaced)?.join()).toContain(`8 April 2026, ${because} plan.`)
})

test('a second payment for the same plan is told in the refusal and by mail at once, and is booked with its refund', async () => {
  const shop = await openShop()
  const { email } = await addAccounts(shop)
  const [first, second] = [await shop.create(starter), await shop.create(starter)]
  await shop.verify(await payFor(shop, first))
  await shop.work()
  const mend = breakProvider(shop)
  expect(await refusalOf(shop.verify(await payFor(shop, second)))).toEqual([
    409,
    'Your organisation already has this plan. The second subscription is being cancelled, and its payment of $29.00 will be refunded in full. All admins get an email about it.',
  ])
  // Before the refund itself, which has to wait for the provider.
  expect(paragraphs(shop, '$29.00 for Starter is refunded: your Orglens plan')?.[0]).toBe(
    'The Starter plan was paid for once more, although your organisation already had it. So the payment of $29.00 for the Starter plan bought nothing, and will be refunded in full.',
  )
  const ended = shop.data.events.filter(({ action }) => action === 'checkout-ended')
  expect(ended).toMatchObject([{ audience: 'operator' }])
  mend()
  await shop.workAfter(hour)
  expect(shop.data.refunds).toMatchObject([{ state: 'done' }])
  expect(subjects(shop, 'is refunded')).toHaveLength(1)
  expect(subjects(shop, 'Your refund of $29.00 for Starter')).toHaveLength(1)
  const booked = shop.data.mails.filter(({ to }) => to === email)
  expect(booked.map(({ subject }) => subject.split(' for ')[0])).toEqual([
    ...['Receipt', 'Receipt', 'Refund'],
  ])
  const [receipt] = shop.data.receipts
  expect(booked[0]?.papers).toEqual([receipt?.id])
  expect(booked[0]?.text).toContain(
    'Sold by: Orglens Sandbox, 1 Example Street, No money moves here',
  )
  expect(booked[0]?.text).toContain(`Payment: ${receipt?.paymentId}\n`)
})

test('a second plan that was only authorised is told without an amount, which nobody knows', async () => {
  const shop = await openShop()
  const id = await shop.create(starter)
  await subscribe(shop, starter)
  const proof = await payFor(shop, id)
  reportAs(shop, { id, status: 'authenticated', paid_count: 0 })
  expect((await refusalOf(shop.verify(proof)))[1]).toContain('and its payment will be refunded')
  expect(subjects(shop, 'A payment for Starter is refunded')).toHaveLength(1)
})

test('a plan that was paid before the present one, and is reported after it, is entered and told as replaced', async () => {
  const shop = await openShop()
  const [first, second] = [await shop.create(growth), await shop.create(starter)]
  const paid = await payFor(shop, first)
  await shop.verify(await payFor(shop, second))
  await shop.verify(paid)
  expect(subjects(shop, 'Growth (monthly) was replaced by Starter (monthly)')).toHaveLength(1)
  const bought = shop.data.events.filter(({ action }) => action === 'subscribed')
  expect(bought.map(({ details }) => details.plan)).toEqual(['Starter', 'Growth'])
  const taken = shop.data.events.filter(({ action }) => action === 'payment-taken')
  expect(taken.map(({ at }) => at)).toEqual(bought.map(({ at }) => at))
})

test('a charge after a plan’s end is told by mail with its amount when it is refunded', async () => {
  const shop = await openWithPlan(growth)
  const mend = breakProvider(shop)
  await shop.cancel()
  await shop.passDays(32)
  mend()
  await shop.workAfter(hour)
  const reason = 'after-the-end'
  expect(shop.data.refunds).toMatchObject([{ subscriptionId: shop.id, reason }])
  const owed = shop.data.events.find(({ action }) => action === 'refund-owed')
  expect(owed?.details).toEqual({ reason })
  expect(paragraphs(shop, '$99.00 for Growth is refunded: your Orglens plan')).toContain(
    'The payment of $99.00 for the Growth plan was taken after the plan had ended. So it will be refunded in full.',
  )
  await shop.passDays(1)
  // Nobody is thanked for it.
  expect(subjects(shop, 'Your receipt for Growth')).toEqual([])
  expect(subjects(shop, 'Your refund of $99.00 for Growth')).toHaveLength(1)
})

test('refunds and corrections reach the admins and the accounting addresses, with their papers', async () => {
  const shop = await openShop(undefined, '2026-05-01T12:00:00.000Z')
  const { services, organisation, data } = shop
  services.tax = mockTax
  const { email } = await addAccounts(shop)
  data.users.push(userOf(organisation, 'member@acme.test'))
  await subscribe(shop, 'plan_growth_monthly_inr')
  const paymentId = data.receipts[0]?.paymentId ?? ''
  shop.pass(60_000)
  await services.payments.sandbox?.refund(paymentId, 50_001)
  await shop.hear(signedRefundCall(paymentId, 'event_1'))
  await shop.work()
  shop.pass(60_000)
  await billTo(shop, { ...mockBuyers.india, legalName: 'evil.example' })
  const correction = await correctByOperator(services, organisation.slug, 'OL/26-27/000001')
  expect(correction.will).toContain('OL/26-27/000001')
  await correction.act()

  const mailsTo = (isCopy: boolean) => data.mails.filter(({ to }) => (to === email) === isCopy)
  expect(mailsTo(false).map(({ subject }) => subject)).toEqual([
    'Your tax invoice OL/26-27/000001 for Growth on Orglens',
    'Your credit note OL/26-27/C00001 for Growth on Orglens',
    'Tax invoice OL/26-27/000001 was corrected',
  ])
  const { name } = organisation
  expect(mailsTo(true).map(({ subject }) => subject)).toEqual([
    `Tax invoice OL/26-27/000001 for ${name}: ₹7,999.00`,
    `Credit note OL/26-27/C00001 for ${name}: ₹500.01`,
    `Credit note OL/26-27/C00002 for ${name}: ₹7,498.99`,
    `Tax invoice OL/26-27/000002 for ${name}: ₹7,498.99`,
  ])
  const numbers = ['000001', 'C00001', 'C00002', '000002']
  const [first, second, ...others] = numbers.map((last) => `${mockTax.gstin} OL/26-27/${last}`)
  expect(mailsTo(false).map(({ papers }) => papers)).toEqual([[first], [second], others])
  const [, creditNote, replaced] = mailsTo(false).map(({ text }) => text)
  const page = `/dashboard/receipt/${data.receipts[0]?.id}\n`
  expect(creditNote).toContain(
    'The credit note OL/26-27/C00001 is for the tax invoice OL/26-27/000001.',
  )
  expect(creditNote).toContain(page.replace('\n', '?document=OL%2F26-27%2FC00001\n'))
  expect(replaced).toContain('is billed to evil example. No money was moved.')
  expect(replaced).toContain(page)
  expect(data.events.at(-1)).toMatchObject({
    action: 'invoice-corrected',
    details: { from: 'OL/26-27/000001', to: 'OL/26-27/000002' },
  })
  const [billed, refunded, credited, corrected] = mailsTo(true).map(({ text }) => text)
  expect(billed).toContain('Sold by: Orglens Sandbox Private Limited, 1 Example Street, No money')
  expect(mailsTo(false)[0]?.text).toContain('The tax invoice is for signed-in admins. Dates are')
  expect(billed).toContain('Amount: ₹7,999.00, paid on 1 May 2026')
  expect(billed).toContain('For: the plan Growth, 1 May 2026 to 31 May 2026')
  expect(billed).toContain(`An admin of ${name} added this address`)
  expect(billed).toContain('Place of supply: Karnataka (29). SAC: 998315')
  expect(refunded).toContain('Refunded: ₹500.01 of ₹7,999.00, paid on 1 May 2026')
  expect(refunded).toContain('of 1 May 2026, for the tax invoice OL/26-27/000001')
  expect(refunded).toContain('Taxable amount: ₹423.73')
  expect(refunded).toContain('CGST, 9%: ₹38.14')
  expect(credited).toContain('Corrected: ₹7,498.99. No money was moved.')
  // With the first one it gives back what the invoice has, to the paisa.
  expect(credited).toContain('Taxable amount: ₹6,355.09')
  expect(corrected).toContain(
    'Tax invoice: OL/26-27/000002 of 1 May 2026, instead of OL/26-27/000001',
  )
  // Mail programs make no link of it.
  expect(corrected).toContain('Billed to: evil example, 4th Floor, 17 Residency Road')
  expect(corrected).toContain('Your reference: PO 4500-2217')
})
