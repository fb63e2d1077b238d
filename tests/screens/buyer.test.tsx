import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { type BuyerResponse, buyerExample, type Copy } from '../../contract/buyer'
import { buyerOf, checkBuyer, textsOf } from '../../src/billing/buyer/buyer-texts'
import { planNamed, plans, profileWith, serve, standInCheckout } from '../support/billing-examples'
import { failureLines } from '../support/failure-lines'
import * as invoices from '../support/invoice-examples'
import { created, startSubscribing, subscribeButtons } from '../support/open-checkout'
import { enter, openApp, settled, signedInAs, toasted } from '../support/render-app'
import { pending, profileOf } from '../support/renewal-examples'
import { holdAnswer, lose, refuse, respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const page = '/dashboard/subscription'
const accounts: Copy = { email: 'accounts@acme.test', state: 'confirmed' }
const audit: Copy = { email: 'audit@acme.test', state: 'waiting' }

/** What the server keeps. */
let kept: BuyerResponse

/** From here on the server keeps this, and changes it as it is told. */
function keep(answer: Partial<BuyerResponse>): void {
  kept = { billed_to: null, copies: [], tax: 'gst', ...answer }
  respond('getBuyer', () => kept)
  respond('changeBuyer', (billed_to) => {
    kept = { ...kept, billed_to }
  })
  respond('addCopy', ({ email }) => {
    const before = [accounts, audit].find((copy) => copy.email === email)
    kept = { ...kept, copies: [...kept.copies, before ?? { email, state: 'waiting' }] }
  })
  respond('removeCopy', ({ email }) => {
    kept = { ...kept, copies: kept.copies.filter((copy) => copy.email !== email) }
  })
}

beforeEach(async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true, timeZone: 'UTC' })
  serve({ pricing: [], profile: profileWith(planNamed('Growth')), activity: [] })
  respond('getReceipts', { data: [], seller: null })
})

async function opened() {
  const app = openApp(page)
  const heading = await screen.findByRole('heading', { name: 'Billed to' })
  return { ...app, card: within(heading.closest('section') as HTMLElement) }
}
type Opened = Awaited<ReturnType<typeof opened>>

async function openedForm(button: 'Add your company…' | 'Change…') {
  const app = await opened()
  await app.user.click(await app.card.findByRole('button', { name: button }))
  return app
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Save' }))
const errorAt = (label: string) =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join()

async function fillIn(app: Opened) {
  enter(field('Legal name'), buyerExample.legal_name)
  enter(field('Address'), buyerExample.lines.join('\n'))
  await app.user.selectOptions(field('Country'), 'India')
  await app.user.selectOptions(field('State'), 'Karnataka')
  enter(field('City'), buyerExample.city)
  enter(field('PIN code'), '560 025')
  enter(field('GSTIN (optional)'), buyerExample.tax_id.toLowerCase())
}

/** A plan that was paid, so that its card speaks of tax invoices. */
const servePaid = () => serve({ profile: profileOf({ payment_state: 'paid' }) })
const hint = () => screen.queryByRole('link', { name: 'Add your company' })

test('the card shows the buyer of payments, without absent fields', async () => {
  servePaid()
  keep({ billed_to: { ...buyerExample, is_sez: true } })
  const { card } = await opened()
  await card.findByText('Shown on future tax invoices. Issued ones don’t change.')
  const facts = card.getAllByRole('term').map((term) => {
    const lines = [...(term.nextElementSibling?.children ?? [])]
    return [term.textContent, ...lines.map(({ textContent }) => textContent)]
  })
  expect(facts).toEqual([
    ['Legal name', 'Acme Analytics Private Limited'],
    ['GSTIN', '29AAACA0000A1ZU'],
    ['Special economic zone', 'Yes'],
    ['Address', '4th Floor, 17 Residency Road', 'Bengaluru 560025', 'Karnataka, India'],
    ['Your reference', 'PO 4500-2217'],
  ])
  await screen.findByText('No receipts yet')
  expect(hint()).toBeNull()
})

test('where no tax is due, card, form and copies speak of receipts', async () => {
  servePaid()
  keep({ tax: 'off' })
  const app = await openedForm('Add your company…')
  app.card.getByText('Shown on future receipts.')
  await app.user.click(app.card.getByRole('button', { name: 'Add an address…' }))
  await app.card.findByText('Once it has confirmed, it gets every receipt by email.')
  await screen.findByText('No receipts yet')
  expect(hint()).toBeNull()
  await fillIn(app)
  await save(app)
  await toasted('success', 'The next receipt is billed to Acme Analytics Private Limited.')
})

describe('the form', () => {
  test('says what is missing before anything is sent, and is saved, with an Indian company’s numbers in one form', async () => {
    keep({})
    const app = await openedForm('Add your company…')
    expect(document.activeElement).toBe(field('Legal name'))
    expect(field('Country').value).toBe('')
    await save(app)
    expect(errorAt('Legal name')).toBe('Please enter the legal name.')
    expect(errorAt('Address')).toBe('Please enter the address.')
    expect(errorAt('Country')).toBe('Please choose a country.')
    expect(errorAt('City')).toBe('Please enter the city.')
    expect(document.activeElement).toBe(field('Legal name'))
    expect(api.requests).not.toContain('POST /api/buyer/')
    await fillIn(app)
    await app.user.click(screen.getByLabelText('In a special economic zone (SEZ)'))
    await save(app)
    await toasted('success', 'The next tax invoice is billed to Acme Analytics Private Limited.')
    expect(kept.billed_to).toEqual({ ...buyerExample, reference: '', is_sez: true })
    await app.card.findByText('Karnataka, India')
  })

  test.each([
    [{ state: '' }, 'region', 'Please choose a state.'],
    [{ postal_code: '12' }, 'postal_code', 'A PIN code has six digits.'],
    [{ postal_code: '012345' }, 'postal_code', 'A PIN code has six digits.'],
    [{ lines: 'one\ntwo\nthree\nfour' }, 'lines', 'An address may have at most 3 lines here.'],
    [{ tax_id: '29AAACA0000A1ZX' }, 'tax_id', 'This GSTIN has a typing error.'],
    [{ state: '27' }, 'tax_id', 'This GSTIN is of Karnataka. Your address is in Maharashtra.'],
    [{}, 'tax_id', null],
  ] as const)('of an Indian company with %j says at %s: %s', (changes, at, text) => {
    const { state, ...typed } = { ...textsOf(buyerExample), ...changes }
    expect(checkBuyer({ ...typed, region: state })[at]).toBe(text)
  })

  test('sends the lines of an address without blanks, and the numbers and zone of a company by its country', () => {
    const { state: region, ...texts } = { ...textsOf(buyerExample), is_sez: 'yes' }
    const typed = { ...texts, region, lines: ' 1 Road \n\nTown ', postal_code: '५६० ०२५' }
    const lines = ['1 Road', 'Town']
    expect(buyerOf(typed)).toMatchObject({ lines, postal_code: '560025', is_sez: true })
    const abroad = { ...typed, country: 'JP', postal_code: '5b 2' }
    expect(buyerOf(abroad)).toMatchObject({ postal_code: '5b 2', is_sez: false })
    const german = { ...typed, country: 'DE', tax_id: 'de 123.456.789' }
    expect([buyerOf(german).tax_id, checkBuyer(german).tax_id]).toEqual(['DE123456789', null])
    const wrong = 'This VAT number has a typing error after DE.'
    expect(checkBuyer({ ...german, tax_id: 'DE12' }).tax_id).toBe(wrong)
  })

  test('keeps what is typed while it is being saved, and sends what wasn’t touched', async () => {
    keep({ billed_to: { ...buyerExample, is_sez: true } })
    const app = await openedForm('Change…')
    const release = holdAnswer('changeBuyer')
    enter(field('City'), 'Bangalore')
    await save(app)
    expect(app.card.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true)
    enter(field('City'), 'Mysuru')
    await release()
    await toasted('success', 'The next tax invoice is billed to Acme Analytics Private Limited.')
    expect(field('City').value).toBe('Mysuru')
    expect(kept.billed_to).toEqual({ ...buyerExample, is_sez: true, city: 'Bangalore' })
  })

  test('keeps changes that are refused or not confirmed, and asks before they are discarded or left', async () => {
    keep({ billed_to: buyerExample })
    const app = await openedForm('Change…')
    const { user, card } = app
    const press = (name: string) => user.click(card.getByRole('button', { name }))
    // Nothing has changed yet.
    await press('Cancel')
    await press('Change…')
    enter(field('City'), 'Bangalore')
    refuse('changeBuyer', 422, 'No.', { postal_code: 'No place has this PIN code.' })
    await save(app)
    await waitFor(() => expect(errorAt('PIN code')).toBe('No place has this PIN code.'))
    await user.selectOptions(field('Country'), 'Japan')
    expect(errorAt('Postal code')).toBe('')
    await user.selectOptions(field('Country'), 'India')
    refuse('changeBuyer', 422, 'No.', { postal_code: 'No place has it.' })
    await save(app)
    await waitFor(() => expect(errorAt('PIN code')).toBe('No place has it.'))
    kept = { ...kept, billed_to: { ...buyerExample, city: 'Mysuru' } }
    lose('changeBuyer')
    api.requests.length = 0
    await save(app)
    await screen.findByText(
      'We couldn’t confirm it: the billing details may have been saved. Please check.',
    )
    await waitFor(() => expect(api.requests).toContain('GET /api/buyer/'))
    await user.click(screen.getByRole('link', { name: 'Profile' }))
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    await press('Cancel')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(field('City').value).toBe('Bangalore')
    await press('Cancel')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await card.findByText('Mysuru 560025')
    expect(document.activeElement).toBe(card.getByRole('button', { name: 'Change…' }))
  })

  test('loses nothing when the country changes, but what was wrong about the other one', async () => {
    keep({ billed_to: buyerExample })
    const app = await openedForm('Change…')
    enter(field('PIN code'), '12')
    await save(app)
    expect(errorAt('PIN code')).toBe('A PIN code has six digits.')
    await app.user.selectOptions(field('Country'), 'Japan')
    expect(errorAt('Postal code')).toBe('')
    expect(field('Postal code').value).toBe('12')
    expect(field('Tax number (optional)').value).toBe(buyerExample.tax_id)
    enter(field('Region'), 'Kansai')
    await app.user.selectOptions(field('Country'), 'India')
    expect(field('State').value).toBe('29')
    await app.user.selectOptions(field('Country'), 'Japan')
    expect(field('Region').value).toBe('Kansai')
  })
})

describe('copies by mail', () => {
  const rows = ({ card }: Opened) =>
    card.queryAllByRole('listitem').map(({ textContent }) => textContent)
  const removal = ({ card }: Opened, email: string) =>
    card.findByRole('button', { name: `Remove ${email}` })

  test('are listed with their states; a removed address can be had back as it was', async () => {
    keep({ copies: [accounts, audit, { email: 'old@acme.test', state: 'undeliverable' }] })
    const app = await opened()
    const remove = await removal(app, accounts.email)
    app.card.getByText('3 of 5')
    const others = ['audit@acme.testNot confirmed yet', 'old@acme.testNot delivered']
    expect(rows(app)).toEqual(['accounts@acme.testConfirmed', ...others])
    const release = holdAnswer('removeCopy')
    await app.user.click(remove)
    await app.user.click(remove)
    expect(remove.getAttribute('aria-busy')).toBe('true')
    await release()
    await toasted('success', 'accounts@acme.test gets no more copies.')
    expect(rows(app)).toEqual(others)
    expect(document.activeElement).toBe(await removal(app, audit.email))
    await app.user.click(screen.getByRole('button', { name: 'Undo' }))
    await toasted('success', 'accounts@acme.test is on the list again.')
    expect(rows(app)).toContain('accounts@acme.testConfirmed')
    expect(api.requests.filter((one) => one.includes('remove'))).toHaveLength(1)
    refuse('addCopy', 409)
    // The last one leaves the focus to the one before.
    await app.user.click(await removal(app, accounts.email))
    const before = await removal(app, 'old@acme.test')
    await waitFor(() => expect(document.activeElement).toBe(before))
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await toasted('error', 'The address was not added again.', 'No.')
  })

  test('go to another address once it has confirmed', async () => {
    keep({ billed_to: buyerExample })
    const app = await opened()
    const { user, card } = app
    await user.click(await card.findByRole('button', { name: 'Add an address…' }))
    const email = await card.findByLabelText('Email address')
    await user.click(card.getByRole('button', { name: 'Add' }))
    await card.findByText('Please enter an email address.')
    refuse('addCopy', 422, 'No.', { email: 'Please enter a valid email address.' })
    enter(email, 'new@acme.test')
    await user.click(screen.getByRole('link', { name: 'Profile' }))
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    await user.click(card.getByRole('button', { name: 'Add' }))
    await card.findByText('Please enter a valid email address.')
    expect((email as HTMLInputElement).value).toBe('new@acme.test')
    // Somebody else has added one meanwhile.
    kept = { ...kept, copies: [accounts] }
    refuse('addCopy', 409)
    await user.click(card.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(rows(app)).toEqual(['accounts@acme.testConfirmed']))
    await user.click(card.getByRole('button', { name: 'Add' }))
    await toasted('success', 'We asked new@acme.test to confirm.')
    await waitFor(() => expect(rows(app)[1]).toBe('new@acme.testNot confirmed yet'))
  })

  test('go to five addresses at most, and stay as they are where a removal fails', async () => {
    const five = Array.from({ length: 5 }, (_, n): Copy => ({ ...audit, email: `${n}@acme.test` }))
    keep({ billed_to: buyerExample, copies: five })
    const app = await opened()
    const remove = await removal(app, '4@acme.test')
    refuse('removeCopy', 409)
    await app.user.click(remove)
    await toasted('error', 'The address was not removed.', 'No.')
    app.card.getByText('5 of 5')
    expect(rows(app)).toHaveLength(5)
    expect(app.card.queryByRole('button', { name: 'Add an address…' })).toBeNull()
    // Somebody else has removed another one.
    kept = { ...kept, copies: five.slice(1) }
    refuse('removeCopy', 404)
    await app.user.click(await removal(app, '0@acme.test'))
    await toasted('info', 'This address is no longer there.')
    await app.card.findByRole('button', { name: 'Add an address…' })
    await app.user.click(await removal(app, '4@acme.test'))
    refuse('addCopy', 409)
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await toasted('error', 'The address was not added again.', 'No.')
  })
})

test('a mail’s link confirms an address for copies after a press, not before, and says why that failed', async () => {
  const { user } = openApp('/confirm-copy/a-token')
  const press = () => user.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('heading', { name: 'Get copies of receipts?' })
  expect(api.requests).not.toContain('POST /api/buyer/copies/confirm/')
  for (const [status, ...lines] of [
    [422, 'This link has expired.', 'An admin can add the address again.'],
    [409, 'It was not confirmed.', 'No.'],
  ] as const) {
    refuse('confirmCopy', status)
    await press()
    await waitFor(async () => expect(await failureLines()).toEqual(lines))
  }
  respond('confirmCopy', { organization_name: 'Acme Analytics', email: 'accounts@acme.test' })
  await press()
  await screen.findByText('Acme Analytics emails its receipts to accounts@acme.test.')
})

describe('the plan’s card', () => {
  test('says after the first payment that no company is named, and leads to the form’s first field', async () => {
    servePaid()
    keep({})
    const { user, address, card, queryClient } = await opened()
    card.getByText(/^Add your company’s name, address and GSTIN before the next payment\./)
    await screen.findByText(/Your first tax invoice will show only ‘Acme Analytics’\./)
    respond('getReceipts', { data: [invoices.withinState], seller: null })
    await act(() => queryClient.refetchQueries({ queryKey: ['receipts'] }))
    await screen.findByText(/Your tax invoices show only ‘Acme Analytics’\./)
    await user.click(hint() as HTMLElement)
    await waitFor(() => expect(document.activeElement).toBe(field('Legal name')))
    // It does so again where the form is open.
    await user.click(hint() as HTMLElement)
    await waitFor(() => expect(document.activeElement).toBe(field('Legal name')))
    // The address changes, but the page isn't left.
    enter(field('City'), 'Bengaluru')
    await user.click(hint() as HTMLElement)
    await settled()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe(page)
  })

  test('names the tax in a failed payment, before its plan is cancelled, and before another card', async () => {
    serve({ profile: profileOf(pending) })
    keep({ billed_to: buyerExample })
    const { user } = await opened()
    const banner = await screen.findByRole('region', { name: 'Payment' })
    const outlook = 'A new card is charged $99.50 incl. GST right away.'
    expect(banner.textContent).toContain(outlook)
    await screen.findByText(outlook)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('dialog', { name: 'Cancel Growth?' }))
    question.getByText('The overdue $99.50 incl. GST for Growth won’t be charged.')
    await user.click(question.getByRole('button', { name: 'Keep plan' }))
    await user.click(screen.getByRole('button', { name: 'Change payment method' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the payment method?' }))
    dialog.getByText(/pays \$99\.50 incl\. GST every month/)
  })
})

test.each([
  ['/dashboard/pricing', 'Loading...'],
  [page, 'Loading your plan…'],
])('%s waits for the buyer, who decides about the tax', async (address, text) => {
  const release = holdAnswer('getBuyer')
  const { queryClient } = openApp(address)
  await waitFor(() => expect(api.requests).toContain('GET /api/buyer/'))
  await waitFor(() => expect(queryClient.isFetching()).toBe(1))
  screen.getByText(text)
  await release()
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
})

describe('the first purchase with GST', () => {
  beforeEach(() => serve({ pricing: plans, profile: profileWith(null) }))

  /** Presses the button of Starter, for $29. */
  async function pressed() {
    const checkouts = standInCheckout()
    respond('createSubscription', created)
    const app = { ...(await startSubscribing()), checkouts }
    const description = async () => {
      await waitFor(() => expect(checkouts).toHaveLength(1))
      return checkouts[0]?.options.description
    }
    return { ...app, description }
  }
  const asked = () => screen.findByRole('dialog', { name: 'Who is Starter billed to?' })

  test('asks for whom it is, says what follows without an answer, and goes on without one', async () => {
    keep({})
    const app = await pressed()
    const dialog = within(await asked())
    dialog.getByText(/^If you’re buying for yourself, choose ‘For myself’\./)
    dialog.getByText(/taxed as if you were in the seller’s state/)
    expect(field('Country').value).toBe('')
    expect(app.checkouts).toEqual([])
    await app.user.click(dialog.getByRole('button', { name: 'For myself' }))
    expect(await app.description()).toMatch(/^Starter: \$29 incl\. GST today, then every month/)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(kept.billed_to).toBeNull()
    screen.getAllByText('/ month, incl. GST')
  })

  test('is billed to whom it is for, and abroad is without GST', async () => {
    keep({})
    const app = await pressed()
    const dialog = within(await asked())
    enter(field('Legal name'), 'Acme GmbH')
    enter(field('Address'), 'Example Street 1')
    await app.user.selectOptions(field('Country'), 'Germany')
    enter(field('City'), 'Berlin')
    // What was typed is still there after the dialog was closed.
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await app.user.click(subscribeButtons()[0] as HTMLElement)
    await app.user.click(await screen.findByRole('button', { name: 'Save and go to checkout' }))
    expect(await app.description()).toMatch(/^Starter: \$29 today, then every month/)
    expect(kept.billed_to).toMatchObject({ legal_name: 'Acme GmbH', country: 'DE' })
    expect(screen.queryByText(/incl. GST/)).toBeNull()
  })

  test('doesn’t ask where whom it is for is known', async () => {
    keep({ billed_to: buyerExample })
    const { description } = await pressed()
    await description()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
