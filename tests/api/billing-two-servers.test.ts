import { describe, expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { mockTax } from '../../mocks/tax'
import type { Store } from '../../server/api/store'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { createSubscription } from '../../server/billing/checkout/create'
import { verifySubscription } from '../../server/billing/checkout/verify'
import { saveReceipts } from '../../server/billing/receipts/receipts'
import type { Receipt } from '../../server/billing/receipts/tables'
import type { Subscription } from '../../server/billing/tables'
import { takeWebhook } from '../../server/billing/webhook'
import { hour } from '../../server/lib/time'
import { byOrglens } from '../../server/people/author'
import { add, oneOf } from '../../server/store/change'
import { outcomesOf } from '../support/acting'
import { twoServersForTests } from '../support/two-servers'
import {
  growth,
  openShop,
  payFor,
  signedCall,
  signedRefundCall,
  starter,
} from './billing/organisation'
import {
  found,
  founding,
  receiptOf,
  reportedAs,
  secondsLater,
  silentLog,
  subscriptionOf,
} from './sql-store-examples'

/** Saves receipts as a server does that fetched them. */
const save = (
  store: Store,
  subscription: Subscription,
  receipts: readonly Receipt[],
  { gone = [], tax = null }: { gone?: readonly Receipt[]; tax?: typeof mockTax | null } = {},
) => {
  const clock = () => secondsLater(20)
  const services = createMockServices(emptyMemoryData(), silentLog, clock, undefined, store)
  return saveReceipts({ ...services, tax }, subscription, reportedAs(receipts, gone))
}

async function openSubscription(store: Store, slug: string) {
  const [organisation, admin] = founding(slug, `admin@${slug}.test`)
  await found(store, organisation, admin)
  const subscription = subscriptionOf(organisation)
  await store.save(add('subscriptions', subscription))
  return { admin, subscription }
}

test('a receipt is as the newest answer has it, a paid one stays, and an unpaid one goes with its invoice', async () => {
  const store = createMemoryStore()
  const { subscription } = await openSubscription(store, 'acme')
  const unpaid = { paymentId: null, paidAt: null, method: null, paymentAskedAt: null }
  const paid = receiptOf(subscription, { refundedAmount: 5 })
  const open = receiptOf(subscription, unpaid)
  expect(await save(store, subscription, [paid, open])).toBe(true)
  const older = { ...paid, refundedAmount: 0, askedAt: secondsLater(9) }
  for (const known of [paid, older]) expect(await save(store, subscription, [known])).toBe(false)
  await save(store, subscription, [{ ...paid, ...unpaid, askedAt: secondsLater(11) }])
  await save(store, subscription, [], { gone: [paid, open] })
  const { id, paymentId, refundedAmount } = paid
  const kept = await store.all('receipts', { subscriptionId: subscription.id })
  expect(kept).toMatchObject([{ id, paymentId, refundedAmount }])
})

describe('two servers on one PostgreSQL', () => {
  const { database, servers } = twoServersForTests()

  test('record an event that arrives twice at once, with its effect, once', async () => {
    const [store, otherStore] = servers
    const shop = await openShop(store)
    const { services, organisation } = shop
    const id = await shop.create(growth)
    const { paymentId } = await payFor(shop, id)
    const other = { ...services, store: otherStore }
    for (const call of [
      await signedCall(shop, id, `twice ${id}`),
      await signedRefundCall(paymentId, `refunded twice ${id}`),
    ]) {
      await Promise.all([services, other, services, other].map((at) => takeWebhook(at, ...call)))
      const eventId = call[1].get('x-razorpay-event-id') ?? ''
      expect(await store.one('webhookEvents', { id: eventId })).not.toBeNull()
    }
    const told = await store.findHistory(organisation.id, null, 99)
    expect(told.filter(({ action }) => action === 'webhook')).toHaveLength(1)
    expect(await shop.live()).toMatchObject([{ id }])
  })

  test('sell one plan to one of four payments at the same moment, and refund the others', async () => {
    const shop = await openShop(servers[0])
    const { services, organisation } = shop
    const sellers = [services, { ...services, store: servers[1] }]
    const ids: string[] = []
    for (let turn = 0; turn < 4; turn += 1) ids.push(await shop.create(growth))
    const payments = []
    for (const id of ids) payments.push(await payFor(shop, id))
    const outcomes = await outcomesOf(
      payments.map((payment, nth) =>
        verifySubscription(sellers[nth % 2] ?? services, organisation, byOrglens(), payment),
      ),
    )
    expect(outcomes.sort()).toEqual([409, 409, 409, null])
    const live = await shop.live()
    expect(live).toHaveLength(1)
    await shop.workAfter(hour)
    const states = await Promise.all(ids.map((id) => services.payments.fetchSubscription(id)))
    const charged = states.filter(({ status }) => status === 'paid')
    expect(charged.map(({ id }) => id)).toEqual(live.map(({ id }) => id))
    const refunds = await services.store.all('refunds', { subscriptionId: oneOf(ids) })
    expect(refunds.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  test('refuse what is bought while the deletion of its organisation is requested, and refund it', async () => {
    const shop = await openShop(servers[0])
    const { services, organisation } = shop
    const payment = await payFor(shop, await shop.create(growth))
    // As a request does: it takes the lock of the plans, and isn't to be seen yet.
    const requesting = `with locked as (
        insert into billings values ($1) on conflict (organisation_id)
          do update set organisation_id = excluded.organisation_id returning organisation_id
      )
      insert into deletions (organisation_id, requested_at, requested_by_id, requested_by, due_at,
        next_step_at, is_reminded)
      select organisation_id, now(), 'ada', 'Ada', '2026-03-08', '2026-03-07', false from locked`
    // Each at a server of its own: changes at one server wait for each other before they ask the database.
    const other = { ...services, store: servers[1] }
    const outcomes = await database.outcomesOfHeld(requesting, organisation.id, [
      () => shop.verify(payment),
      () => createSubscription(other, organisation, byOrglens(), starter),
    ])
    expect(outcomes).toEqual([409, 409])
    const where = { subscriptionId: payment.subscriptionId }
    const refund = await services.store.one('refunds', where)
    expect(refund).toMatchObject({ reason: 'organisation-ends' })
    expect(await shop.live()).toEqual([])
  })

  test('that receive the same invoices store each once, and mail once', async () => {
    const [one, other] = servers
    const { admin, subscription } = await openSubscription(one, 'receiving')
    const receipts = Array.from({ length: 30 }, () => receiptOf(subscription))
    // Each lists them in an order of its own.
    await Promise.all([
      save(one, subscription, receipts),
      save(other, subscription, receipts.toReversed()),
      save(one, subscription, receipts.slice(15)),
    ])
    expect(await one.all('receipts', { subscriptionId: subscription.id })).toHaveLength(30)
    const mails = await one.listCapturedMails(1000)
    expect(mails.filter(({ to }) => to === admin.email)).toHaveLength(30)
  })

  test('that save eight payments at once number them in a row', async () => {
    const slugs = Array.from({ length: 8 }, (_, index) => `payer-${index}`)
    const payments = await Promise.all(
      slugs.map(async (slug) => {
        const { subscription } = await openSubscription(servers[0], slug)
        return { subscription, receipt: receiptOf(subscription) }
      }),
    )
    await Promise.all(
      servers.flatMap((store) =>
        payments.map(({ subscription, receipt }) =>
          save(store, subscription, [receipt], { tax: mockTax }),
        ),
      ),
    )
    const documents = await servers[0].all('taxDocuments', {})
    const numbers = documents.map(({ number }) => number).sort()
    const last = (index: number) => String(index + 1).padStart(6, '0')
    expect(numbers).toEqual(slugs.map((_slug, index) => `OL/25-26/${last(index)}`))
    expect(new Set(documents.map(({ subscriptionId }) => subscriptionId)).size).toBe(8)
  })
})
