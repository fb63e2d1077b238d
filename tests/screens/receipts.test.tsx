import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Receipt } from '../../contract/receipts'
import { planNamed, profileWith, serve } from '../support/billing-examples'
import { receiptExample } from '../support/examples'
import * as invoices from '../support/invoice-examples'
import { openApp, signedInAs } from '../support/render-app'
import { refuse, respond } from '../support/respond'
import { catchFiles } from '../support/saved-files'
import { shownTexts } from '../support/shown-rows'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
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

let asked = 0
function serveReceipts(data: Receipt[], seller: string | null = 'Seller Ltd\n1 Main Street') {
  api.server.use(
    http.get('*/api/receipts/', () => {
      asked += 1
      return HttpResponse.json({ data, seller })
    }),
  )
}

beforeEach(async () => {
  asked = 0
  await signedInAs('admin')
  serve({ pricing: [], profile: profileWith(planNamed('Growth')), activity: [] })
})

const offer = () => withSettings({ isOurServer: true })
async function openTable() {
  const app = openApp('/dashboard/subscription')
  const table = await screen.findByRole('table', { name: 'Receipts' })
  const rows = () => shownTexts(table).map((texts) => texts.slice(3, 5).join(' '))
  return { ...app, table: within(table), rows }
}

test('the spend of the year shows each month’s amount by the arrow keys, and as a table', async () => {
  offer()
  const thisMonth = new Date()
  thisMonth.setUTCDate(1)
  const lastMonth = new Date(thisMonth)
  lastMonth.setUTCMonth(lastMonth.getUTCMonth() - 1)
  serveReceipts([
    { ...receipt, taken_at: thisMonth.toISOString() },
    { ...refunded, taken_at: lastMonth.toISOString() },
  ])
  const { user } = openApp('/dashboard/subscription')
  const table = await screen.findByRole('table', { name: 'Spend' })
  const amounts = within(table)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(amounts).toEqual([...Array(10).fill('$0.00'), '$84.00', '$99.00'])
  screen.getByText('$183.00')
  screen.getByText('Last twelve months, after refunds')
  const chart = screen.getByRole('img', { name: /^Spend by month\. The most was \$99\.00, in / })
  act(() => chart.focus())
  expect(chart.querySelector('b')?.textContent).toBe('$99.00')
  await user.keyboard('{ArrowLeft}')
  expect(chart.querySelector('b')?.textContent).toBe('$84.00')
  expect(chart.querySelector('b')?.parentElement?.textContent).toMatch(
    /^\$84\.00\w+ \d{4} · Growth$/,
  )
  await user.keyboard('{Home}{ArrowLeft}')
  expect(chart.querySelector('b')?.textContent).toBe('$0.00')
  await user.keyboard('{End}{ArrowRight}')
  expect(chart.querySelector('b')?.textContent).toBe('$99.00')
  await user.keyboard('{Escape}')
  expect(chart.querySelector('b')).toBeNull()
})

test('the plan’s page lists payments, with a link to each receipt', async () => {
  offer()
  serveReceipts([receipt, unpaid, refunded])
  const { table, rows } = await openTable()
  expect(rows()).toEqual(['$99.00 Paid', '$99.00 Unpaid', '$99.00 Partly refunded $15 of $99'])
  expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/receipt/inv_1',
    '/dashboard/receipt/inv_3',
  ])
})

test('the list sorts by amount and by state when asked', async () => {
  offer()
  serveReceipts([
    { ...receipt, amount: 900 },
    { ...refunded, amount: 10_000 },
    { ...unpaid, amount: 2900 },
  ])
  const { table, rows, user } = await openTable()
  await user.click(table.getByRole('button', { name: 'Amount' }))
  expect(rows()).toEqual(['$100.00 Partly refunded $15 of $100', '$29.00 Unpaid', '$9.00 Paid'])
  await user.click(table.getByRole('button', { name: 'Status' }))
  expect(rows()).toEqual(['$29.00 Unpaid', '$9.00 Paid', '$100.00 Partly refunded $15 of $100'])
})

test('a period that is never charged isn’t called unpaid, and the list doesn’t call it a payment', async () => {
  offer()
  serveReceipts([
    { ...unpaid, receipt_id: 'inv_due', is_due: true },
    { ...unpaid, is_due: false },
    receipt,
  ])
  const { rows } = await openTable()
  expect(rows()).toEqual(['$99.00 Unpaid', '$99.00 Not charged', '$99.00 Paid'])
  const warnings = document.querySelectorAll('td .bg-warn-bg')
  expect([...warnings].map(({ textContent }) => textContent)).toEqual(['Unpaid'])
  screen.getByText('Every charge and its status')
})

test('a payment that is known shows its receipt as soon as there is one', async () => {
  offer()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const profile = profileWith(planNamed('Growth'))
  Object.assign(profile.organization.subscription_plan ?? {}, {
    payment_state: 'paid',
    period_start: receipt.period_start,
  })
  serve({ profile })
  serveReceipts([unpaid])
  const { rows } = await openTable()
  expect(rows()).toEqual(['$99.00 Unpaid'])
  serveReceipts([{ ...unpaid, state: 'paid', payment_id: 'pay_2' }])
  await pass(2_000)
  await waitFor(() => expect(rows()).toEqual(['$99.00 Paid']))
  const then = asked
  await pass(60_000)
  expect(asked).toBe(then)
})

test('without a seller the links lead to the provider’s pages', async () => {
  offer()
  serveReceipts([receipt, { ...refunded, url: null }], null)
  const { table, goTo } = await openTable()
  expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://rzp.io/i/one',
  ])
  await goTo('/dashboard/receipt/inv_1')
  await screen.findByText('This receipt is at the payment provider')
  const link = screen.getByRole('link', { name: 'Open the receipt' })
  expect(link.getAttribute('href')).toBe('https://rzp.io/i/one')
})

test('a receipt has a printable page: seller, buyer, period, product and payment', async () => {
  offer()
  serveReceipts([refunded])
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = openApp('/dashboard/receipt/inv_3')
  await screen.findByRole('heading', { name: '$99.00 for Growth', level: 2 })
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts).toEqual([
    profileWith(null).organization.name,
    'Oct 14, 2026',
    'Growth',
    expect.stringMatching(/Oct.14.*Nov.13,.2026/),
    'Visa ending in 4242',
    'pay_1',
    'inv_3',
    '$15.00',
    '$99.00',
  ])
  screen.getByText('Seller Ltd')
  screen.getByText('1 Main Street')
  screen.getByText('Partly refunded')
  screen.getByText('$15 of $99')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('a press on Download PDF saves the paper that the server keeps, under its number', async () => {
  offer()
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

test('a receipt names the organisation as it was called then', async () => {
  offer()
  serveReceipts([{ ...receipt, organization_name: 'Acme of before' }])
  openApp('/dashboard/receipt/inv_1')
  await screen.findByText('Acme of before')
})

test('an invoice without a receipt has no page, and links to the provider’s', async () => {
  offer()
  serveReceipts([unpaid])
  const { goTo } = openApp('/dashboard/receipt/inv_2')
  await screen.findByText('There is no such receipt')
  await goTo('/dashboard/receipt/inv_unknown')
  await screen.findByText('There is no such receipt')
  expect(screen.getByRole('link', { name: 'See all receipts' })).toBeTruthy()
})
