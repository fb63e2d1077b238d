import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { buyerExample } from '../../contract/buyer'
import type { Receipt } from '../../contract/receipts'
import { planNamed, profileWith, serve } from '../support/billing-examples'
import { receiptExample } from '../support/examples'
import * as invoices from '../support/invoice-examples'
import { openApp, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { shownTexts } from '../support/shown-rows'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const plain = receiptExample({ receipt_id: 'inv_1', billed_to: null })

function serveReceipts(data: Receipt[], seller: string | null = 'Seller Ltd\n1 Main Street') {
  respond('getReceipts', { data, seller })
}

function serveBuyer(billed_to: typeof buyerExample | null) {
  respond('getBuyer', { billed_to, copies: [], tax: 'gst' })
}

beforeEach(async () => {
  withSettings({ isOurServer: true, timeZone: 'Asia/Kolkata' })
  await signedInAs('admin')
  serve({ pricing: [], profile: profileWith(planNamed('Growth')), activity: [] })
  serveBuyer(null)
})

/** @returns the texts of the paper, line by line. */
async function openPaper(receipt: Receipt, number?: string) {
  serveReceipts([plain, receipt])
  const search = number ? `?document=${encodeURIComponent(number)}` : ''
  const app = openApp(`/dashboard/receipt/${receipt.receipt_id}${search}`)
  const paper = await screen.findByRole('article')
  const textsOf = (selector: string) =>
    [...paper.querySelectorAll(selector)].map(({ textContent }) => textContent)
  return { ...app, paper, textsOf, facts: () => textsOf('dt, dd') }
}

const linksIn = (paper: HTMLElement) =>
  within(paper)
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('a payment with a number shows its tax invoice, with everything that the law requires', async () => {
  const { paper, facts, textsOf } = await openPaper(invoices.withinState)
  within(paper).getByRole('heading', { name: 'Tax invoice', level: 2 })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tax invoice')
  within(paper).getByText('Orglens')
  within(paper).getByText('Original for recipient')
  within(paper).getByText('OL/26-27/000042')
  within(paper).getByText('November 23, 2026')
  const [from, to] = ['From', 'Billed to'].map((name) =>
    within(paper).getByRole('region', { name }),
  )
  expect(from?.innerHTML).toContain(
    '1 Example Street\nBengaluru 560001, Karnataka, India\nGSTIN 29AAACO0000O1ZN',
  )
  expect(to?.textContent).toBe(
    'Billed toAcme Analytics Private Limited4th Floor, 17 Residency Road\nBengaluru 560025, Karnataka, India\nGSTIN 29AAACA0000A1ZU',
  )
  expect(textsOf('thead th')).toEqual(['Description', 'SAC', 'Quantity', 'Taxable amount'])
  expect(textsOf('tbody td')).toEqual([
    'Growth, one monthNovember 23 to December 22, 2026',
    'SAC 998315',
    'Quantity 1',
    '₹6,778.82',
  ])
  expect(facts()).toEqual([
    ...['Place of supply', 'Karnataka (29)', 'Reverse charge', 'No'],
    ...['Your reference', 'PO 4500-2217'],
    ...['Taxable amount', '₹6,778.82', 'CGST, 9%', '₹610.09', 'SGST, 9%', '₹610.09'],
    ...['Total', '₹7,999.00'],
  ])
  within(paper).getByText('Paid on November 23, 2026')
  within(paper).getByText('Visa ending in 4242')
  within(paper).getByText('pay_Rz7Kq2mVx41dLt')
  within(paper).getByText('Issued electronically. It needs no signature.')
  expect(linksIn(paper)).toEqual([])
  expect(screen.queryByText(/It is not a tax invoice/)).toBeNull()
})

test('across states there is one tax, and without a reference no place for one', async () => {
  const { facts, paper } = await openPaper(invoices.acrossStates)
  expect(facts()).toEqual([
    ...['Place of supply', 'Tamil Nadu (33)', 'Reverse charge', 'No'],
    ...['Taxable amount', '₹6,778.82', 'IGST, 18%', '₹1,220.18', 'Total', '₹7,999.00'],
  ])
  expect(paper.textContent).toContain('Plot 9\nChennai 600001, Tamil Nadu, India\nGSTIN 33')
})

test('abroad the tax is nothing, and the operator’s words say why', async () => {
  const { facts, paper } = await openPaper(invoices.abroad)
  expect(facts()).toEqual([
    ...['Place of supply', 'Germany'],
    ...['Taxable amount', 'INR\u00a07,999.00', 'IGST, 0%', 'INR\u00a00.00'],
    ...['Total', 'INR\u00a07,999.00'],
  ])
  expect(paper.textContent).toContain(
    'Contoso GmbHHauptstraße 5\n10115 Berlin, Germany\nTax number DE123456789',
  )
  const note = within(paper).getByText(/^Supply meant for export/)
  const footnote = within(paper).getByText(/^Issued electronically/)
  expect(note.compareDocumentPosition(footnote)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('the document’s title suits as a file name, while the document is shown', async () => {
  const { goTo } = await openPaper(invoices.withinState)
  await waitFor(() => expect(document.title).toBe('Tax invoice OL-26-27-000042'))
  await goTo('/dashboard/receipt/inv_1')
  await waitFor(() => expect(document.title).toBe('Receipt · Orglens'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Receipt')
})

test('the invoice of a refunded payment leads to the credit note, and that back', async () => {
  const { paper, user, address } = await openPaper(invoices.refundedInFull)
  expect(paper.textContent).toContain('Refunded on December 3, 2026,by credit note OL/26-27/C00003')
  await user.click(within(paper).getByRole('link', { name: 'OL/26-27/C00003' }))
  const note = await screen.findByRole('heading', { name: 'Credit note', level: 2 })
  expect(document.activeElement).toBe(note)
  expect(address()).toBe('/dashboard/receipt/inv_42?document=OL%2F26-27%2FC00003')
  const text = screen.getByRole('article').textContent
  expect(text).toContain('For tax invoice OL/26-27/000042 of November 23, 2026')
  expect(text).toContain('Refunded on December 3, 2026Visa ending in 4242')
  expect(text).not.toContain('Paid on')
  await waitFor(() => expect(document.title).toBe('Credit note OL-26-27-C00003'))
  await user.click(screen.getByRole('link', { name: 'OL/26-27/000042' }))
  await screen.findByRole('heading', { name: 'Tax invoice', level: 2 })
  expect(address()).toBe('/dashboard/receipt/inv_42')
})

test('a partial refund names its amount', async () => {
  const { paper } = await openPaper(invoices.refundedInPart)
  expect(paper.textContent).toContain(
    'Partly refunded ₹500 of ₹7,999 on December 3, 2026,by credit note OL/26-27/C00003',
  )
})

test('a refund without a credit note yet is said all the same', async () => {
  const { paper } = await openPaper({
    ...invoices.withinState,
    state: 'refunded',
    refunded_amount: 50_000,
  })
  expect(paper.textContent).toContain('Refunded: ₹500.00')
})

test('a corrected payment shows the new invoice; the old one and the credit note say what happened', async () => {
  const { paper, goTo } = await openPaper(invoices.corrected)
  const [old, note] = [
    '/dashboard/receipt/inv_42?document=OL%2F26-27%2F000042',
    '/dashboard/receipt/inv_42?document=OL%2F26-27%2FC00003',
  ]
  expect(paper.textContent).toContain('Acme Analytics Private Limited')
  expect(paper.textContent).toContain('It replaces tax invoice OL/26-27/000042')
  expect(linksIn(paper)).toEqual([
    ['OL/26-27/000042', old],
    ['OL/26-27/C00003', note],
  ])

  await goTo(old)
  await screen.findByText('Acme Analytics Ltd')
  const before = screen.getByRole('article')
  expect(before.textContent).toContain(
    'Replaced on December 3, 2026,by credit note OL/26-27/C00003 and tax invoice OL/26-27/000043',
  )
  expect(linksIn(before)).toEqual([
    ['OL/26-27/C00003', note],
    ['OL/26-27/000043', '/dashboard/receipt/inv_42'],
  ])

  await goTo(note)
  await screen.findByRole('heading', { name: 'Credit note', level: 2 })
  const text = screen.getByRole('article').textContent
  expect(text).toContain('Corrects the invoice')
  expect(text).toContain('In its place: tax invoice OL/26-27/000043')
  expect(text).not.toContain('Paid on')
})

test('an unknown number has no page', async () => {
  serveReceipts([invoices.withinState])
  openApp('/dashboard/receipt/inv_42?document=OL%2F1')
  await screen.findByText('There is no such receipt')
})

test('a tax invoice has a page even where receipts have none', async () => {
  serveReceipts([invoices.withinState], null)
  openApp('/dashboard/subscription')
  const table = await screen.findByRole('table', { name: 'Receipts' })
  const link = within(table).getByRole('link', { name: 'Tax invoice of Nov 23, 2026' })
  expect(link.getAttribute('href')).toBe('/dashboard/receipt/inv_42')
})

test('the table has a column of numbers as soon as there is one, sorted by it when asked', async () => {
  const number = 'OL/26-27/000043'
  const later = {
    ...invoices.withinState,
    receipt_id: 'inv_43',
    invoice_number: number,
    tax_documents: invoices.withinState.tax_documents.map((paper) => ({ ...paper, number })),
  }
  serveReceipts([invoices.withinState, plain, later])
  const { user } = openApp('/dashboard/subscription')
  const table = await screen.findByRole('table', { name: 'Receipts' })
  const heads = within(table).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Date',
    'Invoice',
    'Plan',
    'Period',
    'Amount',
    'Status',
    'Actions',
  ])
  const invoiceCells = () => shownTexts(table).map((texts) => texts[1])
  await user.click(within(table).getByRole('button', { name: 'Invoice' }))
  expect(invoiceCells()).toEqual(['OL/26-27/000043', 'OL/26-27/000042', ''])
  const links = within(table).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent?.replace(/ of .*/, ''))).toEqual([
    'Tax invoice',
    'Tax invoice',
    'Receipt',
  ])
})

test('the table has credit notes and corrected invoices as rows, each with its amount', async () => {
  // After a refund of ₹500 another company was billed for the rest.
  const [invoice, note] = invoices.refundedInPart.tax_documents
  if (!invoice || !note) throw new Error('There is no refund')
  const rest = {
    reason: 'correction',
    amount: 749_900,
    issued_at: '2026-12-05T08:00:00.000Z',
  } as const
  const corrected = { ...invoice, ...rest, number: 'OL/26-27/000043' }
  serveReceipts([
    {
      ...invoices.refundedInPart,
      invoice_number: corrected.number,
      tax_documents: [invoice, note, { ...note, ...rest, number: 'OL/26-27/C00004' }, corrected],
    },
  ])
  const { user } = openApp('/dashboard/subscription')
  const table = await screen.findByRole('table', { name: 'Receipts' })
  await user.click(within(table).getByRole('button', { name: 'Invoice' }))
  const rows = shownTexts(table).map((texts) => [texts[1], texts[4], texts[5]])
  expect(rows).toEqual([
    ['OL/26-27/C00004', '-₹7,499.00', 'Credit note'],
    ['OL/26-27/C00003', '-₹500.00', 'Credit note'],
    ['OL/26-27/000043', '₹7,499.00', 'Corrected invoice'],
    ['OL/26-27/000042', '₹7,999.00', 'Partly refunded ₹500 of ₹7,999'],
  ])
  const link = within(table).getByRole('link', { name: 'Credit note of Dec 3, 2026' })
  expect(link.getAttribute('href')).toBe('/dashboard/receipt/inv_42?document=OL%2F26-27%2FC00003')
})

test('a receipt names whom it is billed to', async () => {
  serveReceipts([{ ...plain, billed_to: buyerExample }])
  openApp('/dashboard/receipt/inv_1')
  const term = await screen.findByText('Billed to')
  expect(term.nextElementSibling?.textContent).toBe(
    'Acme Analytics Private Limited\n4th Floor, 17 Residency Road\nBengaluru 560025, Karnataka, India\nGSTIN 29AAACA0000A1ZU',
  )
  expect(screen.getByText('Your reference').nextElementSibling?.textContent).toBe('PO 4500-2217')
  expect(screen.queryByRole('button', { name: /^Bill it to/ })).toBeNull()
})

test('a receipt without a buyer can be billed to today’s', async () => {
  serveBuyer(buyerExample)
  serveReceipts([plain])
  const bodies: unknown[] = []
  api.server.use(
    http.post('*/api/receipts/bill-to/', async ({ request }) => {
      bodies.push(await request.json())
      serveReceipts([{ ...plain, billed_to: buyerExample }])
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = openApp('/dashboard/receipt/inv_1')
  const button = await screen.findByRole('button', {
    name: 'Bill it to Acme Analytics Private Limited',
  })
  await user.click(button)
  await screen.findByText('Your reference')
  expect(bodies).toEqual([{ receipt_id: 'inv_1' }])
  expect(screen.queryByRole('button', { name: /^Bill it to/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
  await toasted('success', 'The receipt is billed to Acme Analytics Private Limited.')
})

test('if the receipt got a number meanwhile, the server’s reason shows, and the number', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  serveBuyer(buyerExample)
  serveReceipts([plain])
  api.server.use(
    http.post('*/api/receipts/bill-to/', () => {
      serveReceipts([{ ...invoices.withinState, receipt_id: 'inv_1' }])
      return HttpResponse.json({ error: 'It has a number already.' }, { status: 409 })
    }),
  )
  const { user } = openApp('/dashboard/receipt/inv_1')
  await user.click(await screen.findByRole('button', { name: /^Bill it to/ }))
  await toasted('error', 'The receipt stays as it is.', 'It has a number already.')
  await screen.findByRole('heading', { name: 'Tax invoice', level: 2 })
})
