import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SubscribedPlan } from '../../contract/billing'
import {
  payment,
  planNamed,
  plans,
  profileWith,
  serve,
  standInCheckout,
} from '../support/billing-examples'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

/** How a plan goes on, on the screens (D81). */

const day = 24 * 60 * 60 * 1_000
const inDays = (days: number) => new Date(Date.now() + days * day + 60_000).toISOString()
const dayOf = (instant: string, withYear = false) =>
  new Date(instant).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'long',
    ...(withYear && { year: 'numeric' }),
  })

const renews = inDays(23)
const paid: Partial<SubscribedPlan> = {
  subscription_id: 'sub_1',
  period_start: inDays(-7),
  renews_at: renews,
  payment_state: 'paid',
  payment_method: { kind: 'card', network: 'Visa', last_digits: '4242' },
}
const stopped: Partial<SubscribedPlan> = {
  ...paid,
  renews_at: undefined,
  ends_at: renews,
  can_be_kept_until: inDays(21),
}
const pending: Partial<SubscribedPlan> = {
  ...paid,
  renews_at: undefined,
  payment_state: 'pending',
  failed_at: `${new Date().getFullYear()}-01-14T12:00:00.000Z`,
  tried_until: `${new Date().getFullYear()}-01-17T12:00:00.000Z`,
}
const halted: Partial<SubscribedPlan> = {
  ...pending,
  tried_until: undefined,
  payment_state: 'halted',
  ends_at: `${new Date().getFullYear()}-12-01T12:00:00.000Z`,
}

/** The profile of an admin with a plan that goes on so. */
function profileOf(details: Partial<SubscribedPlan>) {
  const profile = profileWith(planNamed('Growth'))
  const plan = profile.organization.subscription_plan
  if (plan) Object.assign(plan, JSON.parse(JSON.stringify(details)))
  return profile
}

/** From here on these calls are answered so. @returns the paths that were called. */
function answer(statuses: Record<string, number> = {}): string[] {
  const called: string[] = []
  for (const name of ['stop-renewing', 'keep-renewing', 'check-payment']) {
    api.server.use(
      http.post(`*/api/${name}/`, () => {
        called.push(name)
        const status = statuses[name] ?? 204
        if (status === 204) return new HttpResponse(null, { status })
        return HttpResponse.json({ error: 'Not now.', message: 'Not now.' }, { status })
      }),
    )
  }
  return called
}

beforeEach(async () => {
  withSettings({ extensions: ['billing-details'] })
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileOf(paid), activity: [] })
})

describe('the current plan', () => {
  test('shows its renewal, amount and card', async () => {
    openApp('/dashboard/subscription')
    await screen.findByText(`Renews on ${dayOf(renews, true)} for $99.50, Visa ending in 4242`)
  })

  test('shows nothing of it without the extension, or if nothing is known', async () => {
    withSettings({ extensions: [] })
    openApp('/dashboard/subscription')
    await screen.findByRole('heading', { name: 'Growth', level: 2 })
    expect(screen.queryByText(/Renews on/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Stop renewing' })).toBeNull()
  })

  test('without known data has neither date nor button', async () => {
    serve({ profile: profileOf({}) })
    openApp('/dashboard/subscription')
    await screen.findByRole('heading', { name: 'Growth', level: 2 })
    expect(screen.queryByText(/Renews on/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Stop renewing' })).toBeNull()
  })

  test('charged in rupees explains the bank’s step first', async () => {
    serve({ profile: profileOf({ ...paid, amount_in_inr: 7999 }) })
    openApp('/dashboard/subscription')
    await screen.findByText(/announces the payment/)
    serve({ profile: profileOf({ ...paid, amount_in_inr: 15_001 }) })
  })

  test('can be stopped, shows that with the answer, and can be kept', async () => {
    const called = answer()
    const { user } = openApp('/dashboard/subscription')
    const stop = await screen.findByRole('button', { name: 'Stop renewing' })
    serve({ profile: profileOf(stopped) })
    await user.click(stop)
    await screen.findByText(`Ends on ${dayOf(renews, true)}; nothing more is charged`)
    await screen.findByText(`Your Growth plan ends on ${dayOf(renews, true)}.`)
    const keep = await screen.findByRole('button', { name: 'Keep my plan' })
    expect(screen.queryByRole('button', { name: 'Stop renewing' })).toBeNull()
    serve({ profile: profileOf(paid) })
    await user.click(keep)
    await screen.findByText(/Renews on/)
    expect(called).toEqual(['stop-renewing', 'keep-renewing'])
  })

  test('that can’t be kept any more has no button for it', async () => {
    serve({ profile: profileOf({ ...stopped, can_be_kept_until: undefined }) })
    openApp('/dashboard/subscription')
    await screen.findByText(/nothing more is charged/)
    expect(screen.queryByRole('button', { name: 'Keep my plan' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Stop renewing' })).toBeNull()
  })

  test('shows the server’s text if stopping is refused, and changes nothing', async () => {
    answer({ 'stop-renewing': 409 })
    const { user } = openApp('/dashboard/subscription')
    await user.click(await screen.findByRole('button', { name: 'Stop renewing' }))
    await screen.findByText('The renewal was not stopped.')
    await screen.findByText('Not now.')
    screen.getByText(/Renews on/)
  })
})

describe('before a plan ends', () => {
  test('cancelling offers to stop renewing, and says what cancelling costs', async () => {
    const called = answer()
    const { user } = openApp('/dashboard/subscription')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Growth?' })
    within(dialog).getByText(/23 paid days of Growth \(about \$76\) are not refunded\./)
    within(dialog).getByText(new RegExp(`it stays until ${dayOf(renews, true)}`))
    await user.click(within(dialog).getByRole('button', { name: 'Stop renewing' }))
    await waitFor(() => expect(called).toEqual(['stop-renewing']))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('an upgrade says what it costs', async () => {
    const { user } = openApp('/dashboard/pricing')
    await user.click(
      (await screen.findAllByRole('button', { name: 'Subscribe Now' }))[0] as Element,
    )
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(/23 paid days of Growth \(about \$76\) are not refunded\./)
  })

  test('without the extension no number of days is claimed', async () => {
    withSettings({ extensions: [] })
    const { user } = openApp('/dashboard/subscription')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Growth?' })
    within(dialog).getByText(/Paid time that is left is not refunded\./)
    expect(within(dialog).queryByRole('button', { name: 'Stop renewing' })).toBeNull()
  })
})

describe('the banner', () => {
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
  ])('of a plan that is %s shows on every page', async (_state, details, words) => {
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
  ])('is missing for a plan that is %s', async (_state, details) => {
    serve({ profile: profileOf(details) })
    openApp('/dashboard/subscription')
    await screen.findByRole('heading', { name: 'Growth', level: 2 })
    expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull()
  })

  test('is missing without the extension', async () => {
    serve({ profile: profileOf(pending) })
    withSettings({ extensions: [] })
    openApp('/dashboard/subscription')
    await screen.findByRole('heading', { name: 'Growth', level: 2 })
    expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull()
  })

  test('disappears when checking again finds the payment', async () => {
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
  })

  test('reports that nothing has changed, or why the check failed', async () => {
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

  test('doesn’t claim that nothing has changed if the profile failed to load', async () => {
    serve({ profile: profileOf(pending) })
    answer()
    const { user } = openApp('/dashboard/main')
    const again = within(await findBanner()).getByRole('button', { name: 'Check again' })
    api.server.use(http.get('*/api/profile/', () => HttpResponse.json({}, { status: 400 })))
    await user.click(again)
    await screen.findByText('The payment could not be checked. Please try again.')
    expect(screen.queryByText('Checked just now: nothing has changed.')).toBeNull()
  })

  test('changes the payment method in the provider’s checkout, then checks the payment', async () => {
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

  test('of a plan not paid by card links to help instead', async () => {
    withSettings({ extensions: ['billing-details'], supportUrl: 'https://help.example' })
    serve({ profile: profileOf({ ...halted, payment_method: { kind: 'upi' } }) })
    openApp('/dashboard/main')
    const banner = await findBanner()
    within(banner).getByRole('link', { name: /Contact support/ })
    expect(within(banner).queryByRole('button', { name: 'Change payment method' })).toBeNull()
  })
})
