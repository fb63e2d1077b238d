import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SubscribedPlan } from '../../contract/billing'
import type { CallName } from '../../contract/calls'
import {
  payment,
  planNamed,
  plans,
  profileWith,
  serve,
  standInCheckout,
} from '../support/billing-examples'
import { created, startSubscribing, subscribeButtons } from '../support/open-checkout'
import { openApp, settled, shownToasts, signedInAs, toasted } from '../support/render-app'
import {
  dayOf,
  halted,
  paid,
  pending,
  profileOf,
  renews,
  stopped,
  undoUntil,
} from '../support/renewal-examples'
import { holdAnswer, respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

/** Actions on a page that is out of date: somebody else has bought another plan. */

/** Starter, which somebody else has bought. */
function otherProfile(subscription_id = 'sub_other') {
  const descriptions = [{ point: '1 dashboard' }]
  return profileOf({ ...planNamed('Starter'), ...paid, descriptions, subscription_id })
}

const sentence =
  "Your organisation's plan has changed: it is Starter (monthly) now. Look at it before you choose again."

/** From here on a call is refused, and the server's profile has the other plan. @returns the bodies that were sent. */
function refuse(name: CallName, field = 'subscription_id'): unknown[] {
  const refusal = { error: sentence, message: sentence, field_errors: { [field]: sentence } }
  const serveRefusal = () => {
    serve({ profile: otherProfile() })
    return refusal
  }
  return respond(name, serveRefusal, 409)
}

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  withSettings({ isOurServer: true })
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileOf(paid), activity: [] })
})

test('a yearly plan whose charge was given up isn’t resumed but bought again, for a price that is said first', async () => {
  const yearly = { ...planNamed('Growth', 'yearly'), descriptions: [], amount_in_usd: 890 }
  serve({ profile: profileOf({ ...yearly, ...halted }) })
  const bodies = respond('createSubscription', created)
  respond('verifySubscription')
  const opened = standInCheckout()
  const { user, address } = openApp('/dashboard/main')
  const banner = within(await screen.findByRole('region', { name: 'Payment' }))
  expect(banner.queryByRole('button', { name: 'Change payment method' })).toBeNull()
  await user.click(banner.getByRole('link', { name: 'Subscribe again' }))
  expect(address()).toBe('/dashboard/pricing?interval=yearly')
  await user.click(await screen.findByRole('button', { name: 'Subscribe again' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to Growth again?' }))
  dialog.getByText(/^Your plan stays as it is until you’ve paid\./)
  dialog.getByText(/^You pay \$995 today, then every year/)
  expect(bodies).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Go to checkout' }))
  await waitFor(() => expect(opened).toHaveLength(1))
  expect(bodies).toEqual([{ plan_id: 'plan_Growth_yearly', replaced_subscription_id: 'sub_1' }])
  respond('getProfile', () => new Promise(() => {}))
  act(() => opened[0]?.options.handler(payment))
  await screen.findByText('Subscription successfully activated.')
  await waitFor(() => expect(address()).toBe('/dashboard/subscription'))
  // The answer says enough.
  await screen.findByText('Active')
})

describe('buying', () => {
  test('where the page shows no plan is refused if there is one, and the page shows it', async () => {
    serve({ profile: profileWith(null) })
    const opened = standInCheckout()
    const bodies = refuse('createSubscription', 'replaced_subscription_id')
    const { user } = await startSubscribing()
    const alert = await screen.findByRole('alertdialog', { name: 'Nothing was bought.' })
    within(alert).getByText(sentence)
    expect(bodies).toEqual([{ plan_id: 'plan_Starter_monthly', replaced_subscription_id: null }])
    expect(opened).toEqual([])
    await user.click(within(alert).getByRole('button', { name: 'OK' }))
    await screen.findByText('Current Plan')
  })

  test('asks about a plan that was bought elsewhere, and again if it was replaced meanwhile', async () => {
    serve({ profile: profileWith(null) })
    const bodies = respond('createSubscription', created)
    const opened = standInCheckout()
    const { user } = openApp('/dashboard/pricing')
    await screen.findByRole('heading', { name: 'Starter' })
    const [, growth] = subscribeButtons()
    serve({ profile: otherProfile() })
    await user.click(growth as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: 'Switch to Growth?' })
    within(dialog).getByText(
      /^Your current plan, Starter, ends as soon as you’ve paid for Growth\./,
    )
    serve({ profile: otherProfile('sub_third') })
    const confirmation = { name: 'Switch plan' }
    await user.click(within(dialog).getByRole('button', confirmation))
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    const second = await screen.findByRole('dialog', { name: 'Switch to Growth?' })
    expect(bodies).toEqual([])
    await user.click(within(second).getByRole('button', confirmation))
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(bodies).toEqual([
      { plan_id: 'plan_Growth_monthly', replaced_subscription_id: 'sub_third' },
    ])
  })

  test('a plan that was bought elsewhere since the page was read is refused at once', async () => {
    serve({ profile: profileWith(null) })
    const bodies = respond('createSubscription', created)
    openApp('/dashboard/pricing')
    await screen.findByRole('heading', { name: 'Starter' })
    serve({ profile: otherProfile() })
    act(() => subscribeButtons()[0]?.click())
    await toasted('info', 'Nothing was bought.', 'You already have the Starter plan.')
    await screen.findByText('Current Plan')
    expect(bodies).toEqual([])
  })

  test('does nothing more if the user leaves the page before the profile is read', async () => {
    serve({ profile: profileWith(null) })
    const bodies = respond('createSubscription', created)
    const { goTo } = openApp('/dashboard/pricing')
    await screen.findByRole('heading', { name: 'Starter' })
    const release = holdAnswer('getProfile')
    act(() => subscribeButtons()[0]?.click())
    expect(subscribeButtons()[0]?.getAttribute('aria-busy')).toBe('true')
    await act(() => goTo('/dashboard/audit-log'))
    await release()
    await settled()
    expect(bodies).toEqual([])
  })

  test('fails if the profile can’t be read, and can be tried again', async () => {
    const bodies = respond('createSubscription', created)
    const { user } = openApp('/dashboard/pricing')
    await screen.findByRole('heading', { name: 'Starter' })
    serve({ profile: null })
    await user.click(subscribeButtons()[0] as HTMLElement)
    const name = 'Subscription creation failed. Please try again.'
    const alert = await screen.findByRole('alertdialog', { name })
    await user.click(within(alert).getByRole('button', { name: 'OK' }))
    expect(bodies).toEqual([])
    const next_charges = { monthly: '2030-01-05', yearly: '2030-12-05' }
    serve({ profile: { ...profileOf(paid), next_charges } })
    await user.click(subscribeButtons()[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch to Starter?' }))
    dialog.getByText('You pay $29 today, then every month from January 5, 2030.')
    dialog.getByText(/23 paid days of Growth \(about \$76\) won’t be refunded\./)
  })
})

test.each([
  ['/dashboard/pricing', 300_000, ['pricing', 'buyer', 'profile']],
  ['/dashboard/subscription', 60_000, ['subscription-activity', 'receipts', 'profile']],
  ['/dashboard/invite-team', 10_000, ['team', 'profile']],
  ['/dashboard/organisation', 10_000, ['organisation', 'profile']],
  ['/dashboard/profile?tab=sessions', 10_000, ['account/sessions', 'profile']],
  ['/dashboard/profile?tab=security', 10_000, ['two-factor', 'profile']],
])('a window with %s that is shown again after %i ms reads it again', async (path, age, names) => {
  withSettings({ hasTwoFactor: true })
  const { queryClient } = openApp(path)
  const calls = names.map((name) => `GET /api/${name}/`)
  await waitFor(() => expect(api.requests).toEqual(expect.arrayContaining(calls)))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  api.requests.length = 0
  vi.setSystemTime(Date.now() + age)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(api.requests).toEqual(expect.arrayContaining(calls)))
})

const ended = 'Your plan has already ended.'

test.each([
  ['Stop renewing', 'The renewal was not stopped.', 'The renewal was not stopped.', ended],
  ['Cancel', 'Your plan was not cancelled.', 'Your plan was not cancelled.', ended],
  [
    'Change payment method',
    'Checkout could not be opened. Nothing was changed.',
    'The payment method was not changed.',
    'Your plan has changed. Look at it before you choose again.',
  ],
])("'%s' fails without a profile, and asks nothing of a plan that has ended", async (...row) => {
  const [name, failure, ...texts] = row
  const { user } = openApp('/dashboard/subscription')
  const button = await screen.findByRole('button', { name })
  serve({ profile: null })
  await user.click(button)
  await toasted('error', `${failure} Please try again.`)
  expect(button.getAttribute('aria-busy')).toBeNull()
  serve({ profile: profileWith(null) })
  await user.click(button)
  await toasted('info', ...texts)
  await screen.findByText('No active plan for your organization')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('‘Cancel’ asks about the plan that was bought elsewhere meanwhile', async () => {
  const { user } = openApp('/dashboard/subscription')
  const button = await screen.findByRole('button', { name: 'Cancel' })
  serve({ profile: otherProfile() })
  await user.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Cancel Starter?' })
  expect(dialog.textContent).not.toContain('$99.50')
})

test('a change of the payment method is asked about again if its charge is another by now, and told though checkout was closed', async () => {
  const inRupees = { ...paid, amount_in_inr: 8_499 }
  serve({ profile: profileOf(inRupees) })
  const opened = standInCheckout()
  const { user } = openApp('/dashboard/subscription')
  await user.click(await screen.findByRole('button', { name: 'Change payment method' }))
  const go = { name: 'Go to checkout' }
  const first = await screen.findByRole('dialog', { name: 'Change the payment method?' })
  expect(first.textContent).toContain(`every month from ${dayOf(renews, true)}.`)
  const later = { ...inRupees, renews_at: undoUntil }
  serve({ profile: profileOf(later) })
  await user.click(within(first).getByRole('button', go))
  const second = await screen.findByText(
    new RegExp(`every month from ${dayOf(undoUntil, true)}\\.$`),
  )
  expect(opened).toEqual([])
  await user.click(within(second.closest('dialog') as HTMLElement).getByRole('button', go))
  await waitFor(() => expect(opened).toHaveLength(1))
  expect(opened[0]?.options.currency).toBe('INR')
  respond('checkPayment')
  const payment_method = { kind: 'card', network: 'Visa', last_digits: '1111' } as const
  serve({ profile: profileOf({ ...later, payment_method }) })
  act(() => opened[0]?.options.modal.ondismiss())
  await toasted(
    'success',
    'The payment method was changed.',
    `Visa ending in 1111 will be charged ₹8,499 on ${dayOf(undoUntil, true)}.`,
  )
  serve({ profile: profileOf(stopped) })
  await user.click(screen.getByRole('button', { name: 'Change payment method' }))
  const changed = 'Your plan has changed. Look at it before you choose again.'
  await toasted('info', 'The payment method was not changed.', changed)
})

test('cancelling is about the plan of its question, and is refused if that is another one by now', async () => {
  const bodies = refuse('cancelSubscription')
  const { user, queryClient } = openApp('/dashboard/subscription')
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel Growth?' })
  serve({ profile: otherProfile() })
  await queryClient.refetchQueries({ queryKey: ['profile'] })
  await screen.findByText('All about Starter')
  const release = holdAnswer('cancelSubscription')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel plan' }))
  for (const name of ['Stop renewing', 'Change payment method'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
  await release()
  const alert = await screen.findByText('Nothing was cancelled.')
  const box = alert.closest('[role="alert"]')
  expect(box?.textContent).toBe(`Nothing was cancelled.${sentence}`)
  expect(bodies).toEqual([{ subscription_id: 'sub_1' }])
  await screen.findByRole('heading', { name: 'Starter', level: 2 })
})

test.each<[string, Partial<SubscribedPlan>, CallName, string]>([
  ['Stop renewing', paid, 'stopRenewing', 'Nothing was changed.'],
  ['Keep my plan', stopped, 'keepRenewing', 'Nothing was changed.'],
  ['Check again', pending, 'checkPayment', 'The payment was not checked.'],
])("'%s' of a former plan is refused, and the page shows the present one", async (...row) => {
  const [name, details, call, text] = row
  serve({ profile: profileOf(details) })
  const bodies = refuse(call)
  const { user } = openApp('/dashboard/subscription')
  const button = await screen.findByRole('button', { name })
  serve({ profile: otherProfile() })
  await user.click(button)
  await toasted('error', text, sentence)
  expect(bodies).toEqual([{ subscription_id: 'sub_1' }])
  await screen.findByRole('heading', { name: 'Starter', level: 2 })
})

test('a stop that was carried out for a former plan says nothing of the present one', async () => {
  respond('stopRenewing')
  const release = holdAnswer('stopRenewing')
  const { user, queryClient } = openApp('/dashboard/subscription')
  await user.click(await screen.findByRole('button', { name: 'Stop renewing' }))
  serve({ profile: otherProfile() })
  await act(() => queryClient.refetchQueries({ queryKey: ['profile'] }))
  await release()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(shownToasts()).toEqual([])
  screen.getByRole('heading', { name: 'Starter', level: 2 })
})

test('a card that was given for another plan than the present one isn’t said to be the new one', async () => {
  const opened = standInCheckout()
  const bodies = refuse('changePaymentMethod')
  const { user } = openApp('/dashboard/subscription')
  await user.click(await screen.findByRole('button', { name: 'Change payment method' }))
  const go = () => user.click(screen.getByRole('button', { name: 'Go to checkout' }))
  await screen.findByText(/pays \$99\.50 every month/)
  // Another plan, charged on the same day, is another question.
  serve({ profile: otherProfile() })
  await go()
  await screen.findByText(/pays \$29 every month/)
  serve({ profile: profileOf(paid) })
  await go()
  await screen.findByText(/pays \$99\.50 every month/)
  expect(opened).toEqual([])
  await go()
  await waitFor(() => expect(opened).toHaveLength(1))
  act(() => opened[0]?.options.handler(payment))
  await toasted('error', 'Your plan’s payment method was not changed.', sentence)
  expect(screen.queryByText('The payment method was changed.')).toBeNull()
  expect(bodies).toMatchObject([{ subscription_id: 'sub_1' }])
  await screen.findByRole('heading', { name: 'Starter', level: 2 })
})
