import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { buyerExample } from '../../contract/buyer'
import type { Receipt } from '../../contract/receipts'
import { planNamed, profileWith, serve } from '../support/billing-examples'
import { receiptExample } from '../support/examples'
import * as invoices from '../support/invoice-examples'
import { openApp, signedInAs, toasted } from '../support/render-app'
import { profileOf } from '../support/renewal-examples'
import { refuse, respond } from '../support/respond'
import { catchFiles } from '../support/saved-files'
import { shownTexts } from '../support/shown-rows'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const receipt = receiptExample({
  receipt_id: 'inv_1',
  number: null,
  payment_id: 'pay_1',
  url: 'https://rzp.io/i/one',
  billed_to: null,
})
const unpaid: Receipt = { ...receipt, receipt_id: 'inv_2', state: 'unpaid', payment_id: null }
const refunded: Receipt = {
  ...receipt,
  receipt_id: 'inv_3',
  state: 'refunded',
  refunded_amount: 1500,
}

const serveReceipts = (data: Receipt[], seller: string | null = 'Seller Ltd\n1 Main Street') =>
  respond('getReceipts', { data, seller })

beforeEach(async () => {
  withSettings({ isOurServer: true, timeZone: 'Asia/Kolkata' })
  await signedInAs('admin')
  serve({ pricing: [], profile: profileWith(planNamed('Growth')), activity: [] })
})

async function openTable() {
  const app = openApp('/dashboard/subscription')
  const table = await screen.findByRole('table', { name: 'Receipts' })
  const rows = () => shownTexts(table).map((texts) => texts.slice(3, 5).join(' '))
  return { ...app, table: within(table), rows }
}

test('the spend of the year shows each month’s amount by the arrow keys, and as a table', async () => {
  const thisMonth = new Date()
  const inTheZone = new Intl.DateTimeFormat('en', { day: 'numeric', timeZone: 'Asia/Kolkata' })
  const lastMonth = new Date(thisMonth.getTime() - Number(inTheZone.format(thisMonth)) * 86_400_000)
  serveReceipts([
    { ...receipt, taken_at: thisMonth.toISOString(), currency: 'INR' },
    { ...receipt, taken_at: thisMonth.toISOString() },
    { ...refunded, taken_at: lastMonth.toISOString() },
  ])
  const { user } = openApp('/dashboard/subscription')
  const table = await screen.findByRole('table', { name: 'Spend' })
  const amounts = within(table)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(amounts).toEqual([...Array(10).fill('$0.00'), '$84.00', '$99.00'])
  const month = thisMonth.toLocaleString('en', { month: 'long', timeZone: 'Asia/Kolkata' })
  expect(within(table).getAllByRole('rowheader').at(-1)?.textContent).toMatch(`${month} `)
  screen.getByText('$183.00')
  screen.getByText('Last twelve months, in USD only, after refunds')
  const chart = screen.getByRole('img', { name: /^Spend by month\. The most was \$99\.00, in / })
  act(() => chart.focus())
  expect(chart.querySelector('b')?.textContent).toBe('$99.00')
  await user.keyboard('{ArrowLeft}')
  expect(chart.querySelector('b')?.textContent).toBe('$84.00')
})

test('the plan’s page lists payments, with a link to each receipt, sorted by amount or state when asked', async () => {
  serveReceipts([
    { ...receipt, amount: 900 },
    { ...refunded, amount: 10_000 },
    { ...unpaid, receipt_id: 'inv_due', amount: 2900, is_due: true },
    { ...unpaid, amount: 3000, is_due: false },
  ])
  const { table, rows, user } = await openTable()
  const [paid, inPart, due, waived] = [
    '$9.00 Paid',
    '$100.00 Partly refunded $15 of $100',
    '$29.00 Unpaid',
    // It isn't a payment, and never becomes one.
    '$30.00 Not charged',
  ]
  expect(rows()).toEqual([paid, inPart, due, waived])
  expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/receipt/inv_1',
    '/dashboard/receipt/inv_3',
  ])
  await user.click(table.getByRole('button', { name: 'Amount' }))
  expect(rows()).toEqual([inPart, waived, due, paid])
  await user.click(table.getByRole('button', { name: 'Status' }))
  expect(rows()).toEqual([due, waived, paid, inPart])
})

test('a payment that is known shows its receipt as soon as there is one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const period_start = receipt.period_start ?? ''
  serve({ profile: profileOf({ payment_state: 'paid', period_start }) })
  // The receipt of another plan isn't the one.
  const former = { ...receipt, plan_name: 'Starter' }
  // Nor is that of an earlier period.
  const earlier = { ...former, plan_name: 'Growth', period_start: '2026-09-14T08:00:00.000Z' }
  serveReceipts([unpaid, former, { ...earlier, receipt_id: 'inv_0' }])
  const { rows, queryClient } = await openTable()
  expect(rows()).toEqual(['$99.00 Unpaid', '$99.00 Paid', '$99.00 Paid'])
  serveReceipts([{ ...unpaid, state: 'paid', payment_id: 'pay_2' }, former])
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await waitFor(() => expect(rows()).toEqual(['$99.00 Paid', '$99.00 Paid']))
  const isAwaited = () => queryClient.getQueryCache().find({ queryKey: ['receipts'] })?.state
  const { dataUpdateCount } = isAwaited() ?? {}
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(isAwaited()?.dataUpdateCount).toBe(dataUpdateCount)
})

test('without a seller the links lead to the provider’s pages', async () => {
  serveReceipts([receipt, { ...refunded, url: null }, unpaid], null)
  const { table, goTo } = await openTable()
  expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://rzp.io/i/one',
  ])
  await goTo('/dashboard/receipt/inv_1')
  await screen.findByText('This receipt is at the payment provider')
  const link = screen.getByRole('link', { name: 'Open the receipt' })
  expect(link.getAttribute('href')).toBe('https://rzp.io/i/one')
  // It was not paid.
  await goTo('/dashboard/receipt/inv_2')
  await screen.findByText('There is no such receipt')
  screen.getByRole('link', { name: 'See all receipts' })
})

test('a receipt has a printable page: seller, buyer, period, product and payment', async () => {
  serveReceipts([{ ...refunded, organization_name: 'Acme of before', number: 'R-0042' }])
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = openApp('/dashboard/receipt/inv_3')
  await screen.findByRole('heading', { name: '$99.00 for Growth', level: 2 })
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts).toEqual([
    'Acme of before',
    'Oct 14, 2026',
    'Growth',
    expect.stringMatching(/Oct.14.*Nov.13,.2026/),
    'Visa ending in 4242',
    'pay_1',
    'R-0042',
    '$15.00',
    '$99.00',
  ])
  screen.getByText('Seller Ltd')
  screen.getByText('1 Main Street')
  screen.getByText('Partly refunded')
  screen.getByText('$15 of $99')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

test('a press on Download PDF saves the paper that the server keeps, under its number', async () => {
  serveReceipts([receipt, invoices.withinState])
  const files = catchFiles()
  const requests = respond('getPaper', { name: 'Receipt R-0042', pdf: btoa('%PDF bytes') })
  const { user, goTo } = openApp('/dashboard/receipt/inv_1')
  const download = async () =>
    await user.click(await screen.findByRole('button', { name: 'Download PDF' }))
  await download()
  await waitFor(() => expect(files).toHaveLength(1))
  expect(files[0]?.name).toBe('Receipt R-0042.pdf')
  expect(await files[0]?.text).toBe('%PDF bytes')
  await goTo('/dashboard/receipt/inv_42')
  await screen.findByText('OL/26-27/000042')
  await download()
  await waitFor(() => expect(files).toHaveLength(2))
  expect(requests).toEqual([
    { receipt_id: 'inv_1' },
    { receipt_id: 'inv_42', number: 'OL/26-27/000042' },
  ])
  refuse('getPaper', 503, 'Not now.')
  await download()
  await toasted('error', 'The PDF could not be downloaded.', 'Not now.')
})

async function openPaper(shown: Receipt) {
  serveReceipts([receipt, shown])
  const app = openApp(`/dashboard/receipt/${shown.receipt_id}`)
  return { ...app, paper: await screen.findByRole('article') }
}

const textsOf = (paper: HTMLElement, selector: string) =>
  [...paper.querySelectorAll(selector)].map(({ textContent }) => textContent)
const factsOf = (paper: HTMLElement) => textsOf(paper, 'dt, dd')
const linksIn = (paper: HTMLElement) =>
  within(paper)
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('a payment with a number shows its tax invoice, with everything that the law requires', async () => {
  const paid = { ...invoices.withinState, taken_at: '2026-11-22T08:00:00.000Z' }
  const { paper, goTo } = await openPaper(paid)
  within(paper).getByRole('heading', { name: 'Tax invoice', level: 2 })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tax invoice')
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
  expect(textsOf(paper, 'thead th')).toEqual(['Description', 'SAC', 'Quantity', 'Taxable amount'])
  expect(textsOf(paper, 'tbody td')).toEqual([
    'Growth, one monthNovember 23 to December 22, 2026',
    'SAC 998315',
    'Quantity 1',
    '₹6,778.82',
  ])
  expect(factsOf(paper)).toEqual([
    ...['Place of supply', 'Karnataka (29)', 'Reverse charge', 'No'],
    ...['Your reference', 'PO 4500-2217'],
    ...['Taxable amount', '₹6,778.82', 'CGST, 9%', '₹610.09', 'SGST, 9%', '₹610.09'],
    ...['Total', '₹7,999.00'],
  ])
  within(paper).getByText('Paid on November 22, 2026')
  within(paper).getByText('Visa ending in 4242')
  within(paper).getByText('pay_Rz7Kq2mVx41dLt')
  within(paper).getByText('Issued electronically. It needs no signature.')
  expect(linksIn(paper)).toEqual([])
  expect(screen.queryByText(/It is not a tax invoice/)).toBeNull()
  await goTo('/dashboard/receipt/inv_42?document=OL%2F1')
  await screen.findByText('There is no such receipt')
})

test('across states there is one tax; abroad it is nothing, and the operator’s words say why', async () => {
  serveReceipts([invoices.acrossStates, { ...invoices.abroad, receipt_id: 'inv_abroad' }])
  const { goTo, queryClient } = openApp('/dashboard/receipt/inv_42')
  const paper = await screen.findByRole('article')
  expect(factsOf(paper)).toEqual([
    ...['Place of supply', 'Tamil Nadu (33)', 'Reverse charge', 'No'],
    ...['Taxable amount', '₹6,778.82', 'IGST, 18%', '₹1,220.18', 'Total', '₹7,999.00'],
  ])
  expect(paper.textContent).toContain('Plot 9\nChennai 600001, Tamil Nadu, India\nGSTIN 33')

  await goTo('/dashboard/receipt/inv_abroad')
  await screen.findByText(/^Supply meant for export/)
  const abroad = screen.getByRole('article')
  expect(factsOf(abroad)).toEqual([
    ...['Place of supply', 'Germany'],
    ...['Taxable amount', 'INR\u00a07,999.00', 'IGST, 0%', 'INR\u00a00.00'],
    ...['Total', 'INR\u00a07,999.00'],
  ])
  expect(abroad.textContent).toContain(
    'Contoso GmbHHauptstraße 5\n10115 Berlin, Germany\nTax number DE123456789',
  )
  serveReceipts([invoices.withoutBuyer])
  await act(() => queryClient.refetchQueries({ queryKey: ['receipts'] }))
  await goTo(`/dashboard/receipt/${invoices.withoutBuyer.receipt_id}`)
  const party = await screen.findByText('Acme Analytics', { selector: 'section p' })
  expect(party.parentElement?.textContent).toBe('Billed toAcme Analytics')
})

test('the invoice of a refunded payment leads to the credit note, and that back', async () => {
  const { paper, user, address } = await openPaper(invoices.refundedInFull)
  expect(paper.textContent).toContain('Refunded on December 3, 2026,by credit note OL/26-27/C00003')
  await user.click(within(paper).getByRole('link', { name: 'OL/26-27/C00003' }))
  await screen.findByRole('heading', { name: 'Credit note', level: 2 })
  expect(address()).toBe('/dashboard/receipt/inv_42?document=OL%2F26-27%2FC00003')
  const text = screen.getByRole('article').textContent
  expect(text).toContain('For tax invoice OL/26-27/000042 of November 23, 2026')
  expect(text).toContain('Refunded on December 3, 2026Visa ending in 4242')
  expect(text).not.toContain('Paid on')
  await user.click(screen.getByRole('link', { name: 'OL/26-27/000042' }))
  await screen.findByRole('heading', { name: 'Tax invoice', level: 2 })
  expect(address()).toBe('/dashboard/receipt/inv_42')
  await user.click(screen.getByRole('link', { name: 'Pricing' }))
  await screen.findByRole('heading', { name: 'Pricing', level: 1 })
})

test('a partial refund names its amount, also without a credit note yet', async () => {
  const unwritten = { state: 'refunded', refunded_amount: 50_000 } as const
  serveReceipts([
    invoices.refundedInPart,
    { ...invoices.withinState, ...unwritten, receipt_id: 'inv_43' },
    { ...invoices.corrected, ...unwritten, receipt_id: 'inv_44' },
  ])
  const { goTo } = openApp('/dashboard/receipt/inv_42')
  const paper = await screen.findByRole('article')
  expect(paper.textContent).toContain(
    'Partly refunded ₹500 of ₹7,999 on December 3, 2026,by credit note OL/26-27/C00003',
  )
  for (const id of ['inv_43', 'inv_44']) {
    await goTo(`/dashboard/receipt/${id}`)
    await screen.findByText('Refunded: ₹500.00')
  }
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

test('the table has invoices, credit notes and corrected invoices as rows with amounts, sorted by number when asked, with a link to each', async () => {
  // After a refund of ₹500 another company was billed for the rest.
  const [invoice, note] = invoices.refundedInPart.tax_documents
  if (!invoice || !note) throw new Error('There is no refund')
  const rest = {
    reason: 'correction',
    amount: 749_900,
    issued_at: '2026-12-05T08:00:00.000Z',
  } as const
  const corrected = { ...invoice, ...rest, number: 'OL/26-27/000043' }
  const documents = {
    ...invoices.refundedInPart,
    invoice_number: corrected.number,
    tax_documents: [invoice, note, { ...note, ...rest, number: 'OL/26-27/C00004' }, corrected],
  }
  // They have pages even where receipts have none.
  serveReceipts([documents, receipt], null)
  const { user, table } = await openTable()
  await user.click(table.getByRole('button', { name: 'Invoice' }))
  const rows = shownTexts(screen.getByRole('table', { name: 'Receipts' }))
  expect(rows.map((texts) => [texts[1], texts[4], texts[5]])).toEqual([
    ['OL/26-27/C00004', '-₹7,499.00', 'Credit note'],
    ['OL/26-27/C00003', '-₹500.00', 'Credit note'],
    ['OL/26-27/000043', '₹7,499.00', 'Corrected invoice'],
    ['OL/26-27/000042', '₹7,999.00', 'Partly refunded ₹500 of ₹7,999'],
    ['', '$99.00', 'Paid'],
  ])
  const shown = '/dashboard/receipt/inv_42'
  const links = table.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Credit note of Dec 5, 2026', `${shown}?document=OL%2F26-27%2FC00004`],
    ['Credit note of Dec 3, 2026', `${shown}?document=OL%2F26-27%2FC00003`],
    ['Tax invoice of Dec 5, 2026', shown],
    ['Tax invoice of Nov 23, 2026', `${shown}?document=OL%2F26-27%2F000042`],
    [expect.stringMatching(/^Receipt of /), 'https://rzp.io/i/one'],
  ])
})

test('a receipt without a buyer can be billed to today’s, and names them; a refusal says why', async () => {
  respond('getBuyer', { billed_to: buyerExample, copies: [], tax: 'gst' })
  serveReceipts([receipt])
  const { user } = openApp('/dashboard/receipt/inv_1')
  const name = 'Bill it to Acme Analytics Private Limited'
  const button = await screen.findByRole('button', { name })
  const bodies = respond('billReceipt')
  refuse('billReceipt', 409, 'It has a number already.')
  api.requests.length = 0
  await user.click(button)
  await toasted('error', 'The receipt stays as it is.', 'It has a number already.')
  const readAgain = ['GET /api/receipts/', 'GET /api/buyer/']
  await waitFor(() => expect(api.requests).toEqual(expect.arrayContaining(readAgain)))
  refuse('billReceipt', 504)
  await user.click(button)
  await toasted(
    'error',
    'We couldn’t confirm it: the receipt may name your company now. Please check.',
  )
  serveReceipts([{ ...receipt, billed_to: buyerExample }])
  await user.click(button)
  const reference = await screen.findByText('Your reference')
  expect(reference.nextElementSibling?.textContent).toBe('PO 4500-2217')
  expect(screen.getByText('Billed to').nextElementSibling?.textContent).toBe(
    'Acme Analytics Private Limited\n4th Floor, 17 Residency Road\nBengaluru 560025, Karnataka, India\nGSTIN 29AAACA0000A1ZU',
  )
  expect(bodies).toEqual([{ receipt_id: 'inv_1' }])
  expect(screen.queryByRole('button', { name: /^Bill it to/ })).toBeNull()
  await toasted('success', 'The receipt is billed to Acme Analytics Private Limited.')
})
