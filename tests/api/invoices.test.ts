import { describe, expect, onTestFinished, test } from 'vitest'
import { mockTax } from '../../mocks/tax'
import { mockBuyers } from '../../mocks/tax-scenarios'
import { PaymentsError } from '../../server/api/payments'
import type { Store } from '../../server/api/store'
import { removeOutdated } from '../../server/app/housekeeping-job'
import { correctInvoice } from '../../server/billing/invoices/correction'
import { day, hour, later } from '../../server/lib/time'
import { eraseOrganisation } from '../../server/organisation/erasure'
import { add, set } from '../../server/store/change'
import { memoryAndSql } from '../support/every-store'
import { withinState } from '../support/invoice-examples'
import { billTo, openShop, receiptsOf, type Shop, signedRefundCall } from './billing/organisation'
import { subscribe } from './billing/provider'

const growth = 'plan_growth_monthly_inr'

const papers = async (shop: Shop) => (await receiptsOf(shop)).flatMap((one) => one.tax_documents)
const documentsOf = ({ services, organisation }: Shop) =>
  services.store.all('taxDocuments', { organisationId: organisation.id })

async function openTaxed(store?: Store, start = '2026-05-01T12:00:00.000Z'): Promise<Shop> {
  const shop = await openShop(store, start)
  shop.services.tax = mockTax
  return shop
}

describe.each(memoryAndSql)('tax invoices in %s', (_name, open) => {
  async function openHere(start?: string) {
    const store = await open()
    onTestFinished(() => store.close())
    const shop = await openTaxed(store, start)
    const { id } = shop.organisation
    return { store, shop, erase: () => eraseOrganisation(shop.services, id, 'operator') }
  }

  test('an invoice has the particulars of rule 46, and never changes', async () => {
    const { shop } = await openHere('2026-11-23T12:00:00.000Z')
    await billTo(shop, mockBuyers.india)
    await subscribe(shop, growth)
    const [invoice] = await papers(shop)
    expect(invoice).toEqual({
      ...withinState.tax_documents[0],
      number: 'OL/26-27/000001',
      issued_at: expect.stringMatching(/^2026-11-23T12:00:00/),
      seller: {
        legal_name: 'Orglens Sandbox Private Limited',
        lines: ['1 Example Street', 'No money moves here'],
        tax_id: '29AAACO0000O1ZN',
      },
      organization_name: shop.organisation.name,
    })
    await billTo(shop, mockBuyers.abroad)
    const changed = { rate: 500, prefix: 'XX', code: '998399', footnote: null }
    shop.services.tax = { ...mockTax, ...changed, exportNote: 'Our words' }
    shop.services.seller = 'Another\nElsewhere'
    await shop.passDays(31)
    const [later, first] = await receiptsOf(shop)
    expect(first?.tax_documents).toEqual([invoice])
    // The series goes on under its prefix; the rate counts from now on.
    expect(later).toMatchObject({
      invoice_number: 'OL/26-27/000002',
      tax: [{ name: 'IGST', rate: 0, amount: 0 }],
      place_of_supply: 'Germany',
      tax_documents: [{ export_note: 'Our words', tax_code: '998399' }],
    })
    await billTo(shop, { ...mockBuyers.india, isSez: true })
    await shop.passDays(31)
    const [toSez] = await receiptsOf(shop)
    expect(toSez).toMatchObject({
      tax: [{ name: 'IGST', rate: 5, amount: 38_090 }],
      tax_documents: [{ export_note: expect.stringContaining('on payment of integrated tax') }],
    })
  })

  test('an organisation is deleted once the credit note of its last refund is there; its documents stay for eight years', async () => {
    const { store, shop, erase } = await openHere()
    await subscribe(shop, growth)
    await shop.cancel()
    await shop.work()
    const [receipt] = await receiptsOf(shop)
    const paymentId = receipt?.payment_id ?? ''
    shop.pass(60_000)
    await shop.services.payments.sandbox?.refund(paymentId, 50_000)
    await shop.hear(signedRefundCall(paymentId, 'event_1'))
    expect(await erase()).toBe('provider')
    await shop.work()
    expect(await erase()).toBeNull()
    // The seller refunds more after that.
    await shop.services.payments.sandbox?.refund(paymentId, 20_000)
    await shop.hear(signedRefundCall(paymentId, 'event_of_failure', 'failed'))
    expect(await store.all('taxDocuments', { paymentId })).toHaveLength(2)
    for (const event of ['event_2', 'event_3']) await shop.hear(signedRefundCall(paymentId, event))
    const kept = await store.all('taxDocuments', { paymentId, organisationId: null })
    expect(kept.map(({ number, amount }) => `${number} ${amount}`).sort()).toEqual([
      ...['OL/26-27/000001 799900', 'OL/26-27/C00001 50000', 'OL/26-27/C00002 20000'],
    ])
    const other = await openTaxed(store)
    await subscribe(other, growth)
    const end = later(shop.services.clock(), 8 * 366 * day)
    await removeOutdated(store, later(end, -hour))
    expect(await store.all('taxDocuments', { paymentId })).toHaveLength(3)
    await removeOutdated(store, later(end, 1))
    expect(await store.all('taxDocuments', { paymentId })).toEqual([])
    expect(await documentsOf(other)).toHaveLength(1)
  })

  test('an organisation stays while a payment lacks its invoice: it is fetched, or couldn’t be', async () => {
    const { store, shop, erase } = await openHere()
    const { payments } = shop.services
    const { fetchInvoices } = payments
    payments.fetchInvoices = () => Promise.reject(new PaymentsError('unreachable', 'It is down'))
    const subscriptionId = await subscribe(shop, growth)
    await shop.cancel()
    await shop.work()
    expect(await erase()).toBe('provider')
    const dueAt = shop.services.clock()
    await store.save(set('receiptChecks', { subscriptionId }, { failures: 0, dueAt }))
    let whileFetching: string | null = null
    payments.fetchInvoices = async (id) => {
      whileFetching = await erase()
      return await fetchInvoices(id)
    }
    await shop.work()
    expect(whileFetching).toBe('provider')
    expect(await erase()).toBeNull()
    expect(await store.all('taxDocuments', { subscriptionId })).toHaveLength(1)
  })
})

// SQL decides nothing of what follows.

test('refunds go by the invoice: none without a number has a credit note, and another GSTIN begins another series', async () => {
  const shop = await openTaxed()
  const { services } = shop
  const refund = (id: string | null = '') => services.payments.sandbox?.refund(id ?? '', 100)
  services.tax = null
  await subscribe(shop, growth)
  services.tax = mockTax
  await shop.passDays(31)
  services.tax = { ...mockTax, gstin: '27AAACA0000A1ZY', prefix: 'MH' }
  await shop.passDays(31)
  const [, second, first] = await receiptsOf(shop)
  for (const receipt of [first, second]) await refund(receipt?.payment_id)
  await shop.passDays(20)
  const found = await papers(shop)
  expect(found.map(({ number, seller }) => `${seller.tax_id} ${number}`).sort()).toEqual([
    '27AAACA0000A1ZY MH/26-27/000001',
    '29AAACO0000O1ZN OL/26-27/000001',
    '29AAACO0000O1ZN OL/26-27/C00001',
  ])
  const [invoice] = second?.tax_documents ?? []
  const note = found.find(({ kind }) => kind === 'credit-note')
  expect(note).toMatchObject({ for_number: invoice?.number, for_issued_at: invoice?.issued_at })
  expect(note?.issued_at).not.toBe(invoice?.issued_at)
  const kinds = (await receiptsOf(shop))[1]?.tax_documents.map(({ kind }) => kind)
  expect(kinds).toEqual(['invoice', 'credit-note'])
})

test('a correction is refused for an invoice that is unknown, corrected, refunded, or right', async () => {
  const shop = await openTaxed()
  const correct = (number: string) => correctInvoice(shop.services, shop.organisation.id, number)
  await subscribe(shop, growth)
  await expect(correct('OL/26-27/000009')).rejects.toThrow('There is no tax invoice')
  await expect(correct('OL/26-27/000001')).rejects.toThrow('whom it is billed to first')
  await billTo(shop, mockBuyers.india)
  const { creditNote, invoice } = await correct('OL/26-27/000001')
  expect([creditNote.number, invoice.number]).toEqual(['OL/26-27/C00001', 'OL/26-27/000002'])
  await expect(correct('OL/26-27/000001')).rejects.toThrow('OL/26-27/000002 counts now')
  await expect(correct('OL/26-27/000002')).rejects.toThrow('as it should be')
  const [receipt] = await receiptsOf(shop)
  expect(receipt).toMatchObject({
    invoice_number: 'OL/26-27/000002',
    billed_to: { legal_name: mockBuyers.india.legalName },
    credit_notes: ['OL/26-27/C00001'],
  })
  await shop.services.payments.sandbox?.refund(receipt?.payment_id ?? '', receipt?.amount ?? 0)
  await shop.passDays(20)
  await billTo(shop, mockBuyers.abroad)
  await expect(correct('OL/26-27/000002')).rejects.toThrow('was refunded')
  expect(await shop.services.store.all('invoiceSeries', {})).toMatchObject([
    { lastInvoice: 2, lastCreditNote: 2, lastAt: expect.any(Date) },
  ])
})

test('an invoice is dated no earlier than the one before, whatever a server’s clock says', async () => {
  const shop = await openTaxed()
  const lastAt = new Date('2026-05-02T00:00:00.000Z')
  const series = { prefix: 'ABC', lastInvoice: 7, lastCreditNote: 0, lastAt }
  await shop.services.store.save(add('invoiceSeries', { id: `${mockTax.gstin} 26-27`, ...series }))
  // What isn't taxed isn't an export for that.
  shop.services.tax = { ...mockTax, rate: 0 }
  await subscribe(shop, growth)
  expect(await papers(shop)).toMatchObject([
    { number: 'ABC/26-27/000008', issued_at: lastAt.toISOString(), export_note: null },
  ])
})
