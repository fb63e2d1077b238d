import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { mockTax } from '../../mocks/tax'
import { mockBuyers } from '../../mocks/tax-scenarios'
import { rateLimits } from '../../server/api/limits'
import { networkOf } from '../../server/api/networks'
import { createApp } from '../../server/app/app'
import { createJobs } from '../../server/app/jobs'
import { removeCopy } from '../../server/billing/buyer/copies'
import type { BilledTo } from '../../server/billing/buyer/tables'
import { correctInvoice } from '../../server/billing/invoices/correction'
import { downloadPaper } from '../../server/billing/papers/download'
import { day } from '../../server/lib/time'
import { readInstalledFont } from '../../server/node/installed-fonts'
import { remove, set } from '../../server/store/change'
import type { Mail } from '../../server/store/outgoing-mail'
import { StoreUnavailable } from '../../server/store/unavailable'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { addAccounts, billTo, openShop, receiptsOf, type Shop } from './billing/organisation'
import { subscribe } from './billing/provider'

const starter = 'plan_starter_monthly_inr'

/** A buyer whose name is in Devanagari, beside Latin. */
const buyer = { ...mockBuyers.india, legalName: 'भारत Analytics' }

const bytesOf = (pdf: string) => Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))

/** @returns the text of a PDF, as a reader selects it. */
async function textOf(pdf: string): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(bytesOf(pdf)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

describe.each(memoryAndSql)('papers, in %s', (name, open) => {
  const store = storeForTests(open)

  /** An organisation with a paid plan, an accounting address, and a server that sends mails. */
  async function openBuyer(billedTo: BilledTo | null = buyer) {
    const shop = await openShop(store, '2026-11-23T08:00:00.000Z')
    const { services } = shop
    Object.assign(services, { tax: mockTax, readFont: readInstalledFont })
    const admin = (await shop.caller()).user.emailKey
    const { email } = await addAccounts(shop)
    if (billedTo) await billTo(shop, billedTo)
    const sent: Mail[] = []
    const send = async (mail: Mail) => void sent.push(mail)
    const job = createJobs(services, send, () => 1).find(({ name }) => name === 'mail')
    const deliver = async () => {
      // The shop captures its mails.
      const nextAttemptAt = services.clock()
      for (const to of [email, admin]) await store.save(set('mails', { to }, { nextAttemptAt }))
      for (const task of (await job?.take(50)) ?? []) await task.run()
    }
    await subscribe(shop, starter)
    await shop.work()
    return { ...shop, sent, deliver }
  }

  const receiptOf = async (shop: Shop) => {
    const [receipt] = await receiptsOf(shop)
    if (!receipt) throw new Error('There is no receipt')
    return receipt
  }
  const download = async (shop: Shop, number?: string) =>
    downloadPaper(shop.services, shop.organisation.id, (await receiptOf(shop)).receipt_id, number)

  test('mails attach it, and the link of an accounting address opens it until the address is removed', async () => {
    const { sent, deliver, ...shop } = await openBuyer()
    await deliver()
    const { pdf, name } = await download(shop)
    const about = sent.filter(({ subject }) => subject.includes('ax invoice'))
    expect(about.map(({ to }) => to.replace(/@.*/, '')).sort()).toEqual(['accounts', 'admin'])
    for (const { files } of about) {
      const type = 'application/pdf'
      expect(files).toEqual([{ name: `${name}.pdf`, type, text: pdf, encoding: 'base64' }])
    }
    const copy = about.find(({ to }) => to.startsWith('accounts'))
    const [link = ''] = /http\S+open-paper\S+/.exec(copy?.text ?? '') ?? []
    const openLink = (address: string) => createApp(shop.services).request(address)
    const opened = await openLink(`${link}).`)
    expect(opened.headers.get('content-type')).toBe('application/pdf')
    expect(opened.headers.get('content-disposition')).toBe(`attachment; filename="${name}.pdf"`)
    expect(new Uint8Array(await opened.arrayBuffer())).toEqual(bytesOf(pdf))

    expect((await openLink(`${link}x`)).status).toBe(410)
    shop.pass(399 * day)
    expect((await openLink(link)).status).toBe(200)
    shop.pass(day)
    expect((await openLink(link)).status).toBe(410)
    shop.pass(-400 * day)
    await removeCopy(shop.services, await shop.caller(), networkOf('192.0.2.7'), copy?.to ?? '')
    const ended = await openLink(link)
    expect(ended.status).toBe(410)
    expect(await ended.json()).toMatchObject({ message: expect.stringContaining('ask an admin') })
    if (name !== 'memory') return
    const openPaper = [{ by: ['network'] as const, calls: 0, window: day }]
    shop.services.rateLimits = { ...rateLimits(), openPaper }
    expect((await openLink(link)).status).toBe(429)
  })

  // SQL decides nothing of what follows.
  if (name !== 'memory') return

  test('mails go without one that can’t be made, which is an error in the log', async () => {
    const { sent, deliver, ...shop } = await openBuyer(null)
    const billed = `Billed to ${shop.organisation.name} Place of supply Karnataka (29)`
    expect(await textOf((await download(shop)).pdf)).toContain(billed)
    const { receipt_id: receiptId } = await receiptOf(shop)
    const document = await store.one('taxDocuments', { receiptId })
    await store.save(remove('papers', { documentId: document?.id ?? '' }))
    const about = () => sent.filter(({ subject }) => subject.includes('ax invoice'))
    // It waits for a database that is away.
    shop.services.readFont = () => Promise.reject(new StoreUnavailable('It is away'))
    await deliver()
    expect(about()).toEqual([])
    shop.services.readFont = () => Promise.reject(new Error('There is no such font'))
    await deliver()
    expect(about().map(({ files }) => files)).toEqual([[], []])
    expect(shop.errors.join()).toContain('A PDF could not be made')
    await billTo(shop, buyer)
    await correctInvoice(shop.services, shop.organisation.id, document?.number ?? '')
  })

  test('a tax invoice can be read back, is small, and stays as it was issued', async () => {
    const shop = await openBuyer()
    const { invoice_number: number } = await receiptOf(shop)
    // It was made with its number, before anybody needed it.
    Object.assign(shop.services, { productName: 'Other', timeZone: 'Asia/Tokyo', seller: 'Other' })
    const invoice = await download(shop)
    const text = await textOf(invoice.pdf)
    // The credit note has the rest in full.
    for (const words of [`Orglens Tax invoice ${number} Original for recipient`, '₹1,999.00'])
      expect(text).toContain(words)
    expect(bytesOf(invoice.pdf).length).toBeLessThan(60_000)
    expect(invoice.name).toBe(`Tax invoice ${number?.replaceAll('/', '-')}`)

    const { payment_id } = await receiptOf(shop)
    await shop.services.payments.sandbox?.refund(payment_id ?? '', 50_000)
    await shop.passDays(10)
    expect(await download(shop)).toEqual(invoice)
    const [note] = (await receiptOf(shop)).credit_notes
    const credit = await textOf((await download(shop, note)).pdf)
    expect(credit).toBe(
      [
        `Other Credit note ${note} For tax invoice ${number} of 23 November 2026 1 December 2026`,
        'From Orglens Sandbox Private Limited 1 Example Street No money moves here GSTIN 29AAACO0000O1ZN',
        'Billed to भारत Analytics 4th Floor, 17 Residency Road Bengaluru 560025, Karnataka, India GSTIN 29AAACA0000A1ZU',
        'Place of supply Karnataka (29) Reverse charge No Your reference PO 4500-2217',
        'Description SAC Quantity Taxable amount Starter, one month 998315 1 ₹423.72',
        '23 November 2026 to 22 December 2026',
        `Refunded on 1 December 2026 Visa ending in 4242 ${payment_id}`,
        'Taxable amount CGST, 9% SGST, 9% Total ₹423.72 ₹38.14 ₹38.14 ₹500.00',
        'Issued electronically. It needs no signature. Dates are in Japan Standard Time.',
        `Credit note ${note} Page 1 of 1`,
      ].join(' '),
    )
    expect(shop.errors).toEqual([])

    await billTo(shop, mockBuyers.abroad)
    const [{ id }, words] = [shop.organisation, 'Our words']
    const corrected = await correctInvoice(shop.services, id, number ?? '', words)
    // At once, too.
    expect(await store.one('papers', { documentId: corrected.invoice.id })).not.toBeNull()
    const replaced = await textOf((await download(shop, corrected.creditNote.number)).pdf)
    const now = corrected.invoice.number
    expect(replaced).toContain(` Corrects the invoice In its place: tax invoice ${now} `)
    const replacing = await textOf((await download(shop, now)).pdf)
    expect(replacing).toContain(
      ` ${payment_id} Corrects an invoice It replaces tax invoice ${number}, by credit note ${corrected.creditNote.number} `,
    )
    expect(replacing).not.toContain('Reverse charge')
    for (const part of [words, 'INR 1,499.00']) expect(replacing).toContain(part)
    const subjects = (await store.listCapturedMails(9)).map(({ subject }) => subject)
    expect(subjects.join()).toMatch(/: INR\s1,499\.00/)
  })

  test('a receipt without a number is made anew when it changes, in place of the former one, and another organisation gets none', async () => {
    const shop = await openBuyer()
    const receipt = await receiptOf(shop)
    // As a payment from before tax invoices were switched on.
    await store.save(remove('taxDocuments', { receiptId: receipt.receipt_id }))
    const paid = await download(shop)
    expect(await textOf(paid.pdf)).toContain('₹1,999.00 for Starter Paid Orglens Sandbox')
    shop.services.seller = 'Other Ltd'
    expect(await download(shop)).toEqual(paid)
    await shop.services.payments.sandbox?.refund(receipt.payment_id ?? '', 50_000)
    await shop.passDays(10)
    const refunded = await textOf((await download(shop)).pdf)
    const number = receipt.receipt_id
    expect(refunded).toBe(
      [
        'Orglens ₹1,999.00 for Starter Partly refunded Other Ltd',
        `Paid by ${shop.organisation.name}`,
        'Billed to भारत Analytics 4th Floor, 17 Residency Road Bengaluru 560025, Karnataka, India GSTIN 29AAACA0000A1ZU',
        'Your reference PO 4500-2217 Paid on 23 November 2026 Plan Starter',
        'Period 23 November 2026 to 22 December 2026 Payment method Visa ending in 4242',
        `Payment ${receipt.payment_id} Invoice ${number} Refunded ₹500.00 Amount paid ₹1,999.00`,
        'This is a receipt for a payment. It is not a tax invoice. Dates are in UTC.',
        `Receipt ${number} Page 1 of 1`,
      ].join(' '),
    )
    expect(await store.all('papers', { receiptId: receipt.receipt_id })).toHaveLength(1)
    await shop.services.payments.sandbox?.refund(receipt.payment_id ?? '', 149_900)
    await shop.passDays(10)
    const back = await textOf((await download(shop)).pdf)
    expect(back).toContain('₹1,999.00 for Starter Refunded Other Ltd')
    const ofAnother = downloadPaper(shop.services, 'another', number, undefined)
    for (const refused of [ofAnother, download(shop, 'OL/26-27/000099')])
      await expect(refused).rejects.toMatchObject({ status: 404 })
  })
})
