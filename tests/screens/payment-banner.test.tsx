import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { payment, plans, serve, standInCheckout } from '../support/billing-examples'
import { openApp, settled, signedInAs } from '../support/render-app'
import {
  answer,
  dayOf,
  halted,
  paid,
  pending,
  profileOf,
  stopped,
} from '../support/renewal-examples'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

/** What the screens say of a plan's payment (D81). */

beforeEach(async () => {
  withSettings({ extensions: ['billing-details'] })
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileOf(paid), activity: [] })
})

const findBanner = () => screen.findByRole('region', { name: 'Payment' })

test.each([
  [
    'pending',
    pending,
    'The payment of 14 January failed. It is tried again daily until 17 January.',
  ],
  [
    'pending, not by card',
    { ...pending, tried_until: undefined, payment_method: { kind: 'upi' } },
    'The payment of 14 January failed. It is tried again.',
  ],
  [
    'halted',
    halted,
    'The last attempt failed. Your plan ends on 1 December unless the payment method is changed.',
  ],
  [
    'paused',
    { ...paid, payment_state: 'paused' as const },
    'Paused at the payment provider. Nothing is charged until it is resumed there.',
  ],
  [
    'authorised',
    { ...paid, payment_state: 'authorised' as const, ends_at: halted.ends_at },
    'The first payment hasn’t arrived. Your plan ends on 1 December unless it does.',
  ],
])('the banner of a plan that is %s shows on every page', async (_state, details, words) => {
  serve({ profile: profileOf(details) })
  const { goTo } = openApp('/dashboard/main')
  for (const page of ['main', 'pricing', 'subscription']) {
    await act(() => goTo(`/dashboard/${page}`))
    const banner = await findBanner()
    const expected = words
      .replace('14 January', dayOf(pending.failed_at ?? ''))
      .replace('17 January', dayOf(pending.tried_until ?? ''))
      .replace('1 December', dayOf(halted.ends_at ?? ''))
    expect(within(banner).getByRole('status').textContent).toBe(expected)
  }
})

test.each([
  ['paid', paid],
  ['stopped', stopped],
  ['authorised a moment ago', { ...paid, payment_state: 'authorised' as const }],
  ['of before', {}],
])('the banner is missing for a plan that is %s', async (_state, details) => {
  serve({ profile: profileOf(details) })
  openApp('/dashboard/subscription')
  await screen.findByRole('heading', { name: 'Growth', level: 2 })
  expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull()
})

test('the banner is missing without the extension', async () => {
  serve({ profile: profileOf(pending) })
  withSettings({ extensions: [] })
  openApp('/dashboard/subscription')
  await screen.findByRole('heading', { name: 'Growth', level: 2 })
  expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull()
})

test('the banner disappears when checking again finds the payment', async () => {
  serve({ profile: profileOf(pending) })
  const called = answer()
  const { user } = openApp('/dashboard/main')
  const banner = await findBanner()
  serve({ profile: profileOf(paid) })
  await user.click(within(banner).getByRole('button', { name: 'Check again' }))
  await screen.findByText('The payment has arrived.')
  expect(called).toEqual(['check-payment'])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull())
  expect(localStorage.getItem('paymentBanner')).toBeNull()
  // The button went with it.
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  expect(document.activeElement?.closest('main')).not.toBeNull()
})

test('checking again reports that nothing has changed, or why the check failed', async () => {
  serve({ profile: profileOf(pending) })
  answer()
  const { user } = openApp('/dashboard/main')
  const again = within(await findBanner()).getByRole('button', { name: 'Check again' })
  await user.click(again)
  await screen.findByText('Checked just now: nothing has changed.')
  answer({ 'check-payment': 503 })
  await user.click(again)
  await screen.findByText('The payment could not be checked. Please try again.')
  await screen.findByText('Not now.')
})

test('checking again doesn’t claim that nothing has changed if the profile failed to load', async () => {
  serve({ profile: profileOf(pending) })
  answer()
  const { user } = openApp('/dashboard/main')
  const again = within(await findBanner()).getByRole('button', { name: 'Check again' })
  api.server.use(http.get('*/api/profile/', () => HttpResponse.json({}, { status: 400 })))
  await user.click(again)
  await screen.findByText('The payment could not be checked. Please try again.')
  expect(screen.queryByText('Checked just now: nothing has changed.')).toBeNull()
})

test('the banner does one thing at a time, however fast the clicks are', async () => {
  serve({ profile: profileOf(halted) })
  const called = answer()
  const opened = standInCheckout()
  openApp('/dashboard/main')
  const banner = within(await findBanner())
  const change = banner.getByRole('button', { name: 'Change payment method' })
  act(() => {
    for (const button of [change, change, banner.getByRole('button', { name: 'Check again' })]) {
      button.click()
    }
  })
  await waitFor(() => expect(opened).toHaveLength(1))
  await settled()
  expect(opened).toHaveLength(1)
  expect(called).toEqual([])
  act(() => opened[0]?.options.modal.ondismiss())
  await screen.findByText('You closed checkout. Nothing was changed.')
})

test('the banner changes the payment method in the provider’s checkout, then checks the payment', async () => {
  serve({ profile: profileOf(halted) })
  const called = answer()
  const opened = standInCheckout()
  const { user } = openApp('/dashboard/main')
  const change = within(await findBanner()).getByRole('button', {
    name: 'Change payment method',
  })
  await user.click(change)
  await waitFor(() => expect(opened).toHaveLength(1))
  expect(opened[0]?.options).toMatchObject({
    subscription_id: 'sub_1',
    subscription_card_change: 1,
    description: 'Growth',
  })
  act(() => opened[0]?.options.modal.ondismiss())
  await screen.findByText('You closed checkout. Nothing was changed.')
  expect(called).toEqual([])
  await user.click(change)
  await waitFor(() => expect(opened).toHaveLength(2))
  serve({ profile: profileOf(paid) })
  act(() => opened[1]?.options.handler(payment))
  await screen.findByText('The payment method was changed.')
  await waitFor(() => expect(called).toEqual(['check-payment']))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull())
})

test('a changed method whose payment could not be checked is said to be changed, and no more', async () => {
  serve({ profile: profileOf(halted) })
  answer({ 'check-payment': 503 })
  const opened = standInCheckout()
  const { user } = openApp('/dashboard/main')
  const banner = within(await findBanner())
  await user.click(banner.getByRole('button', { name: 'Change payment method' }))
  await waitFor(() => expect(opened).toHaveLength(1))
  act(() => opened[0]?.options.handler(payment))
  await screen.findByText('The payment method was changed.')
  await screen.findByText('Whether the payment has arrived is not known yet: check again later.')
})

test('the banner of a plan not paid by card links to help instead', async () => {
  withSettings({ extensions: ['billing-details'], supportUrl: 'https://help.example' })
  serve({ profile: profileOf({ ...halted, payment_method: { kind: 'upi' } }) })
  openApp('/dashboard/main')
  const banner = await findBanner()
  within(banner).getByRole('link', { name: /Contact support/ })
  expect(within(banner).queryByRole('button', { name: 'Change payment method' })).toBeNull()
})
