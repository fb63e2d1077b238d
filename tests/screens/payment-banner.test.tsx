import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { payment, planNamed, plans, serve, standInCheckout } from '../support/billing-examples'
import { openApp, settled, signedInAs } from '../support/render-app'
import {
  answer,
  authorised,
  dayOf,
  halted,
  paid,
  paused,
  pending,
  profileOf,
  renews,
} from '../support/renewal-examples'
import { respond } from '../support/respond'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

/** What the screens say of a plan's payment. */

beforeEach(async () => {
  withSettings({ isOurServer: true })
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileOf(paid), activity: [] })
})

const missedDays = `${dayOf(halted.unpaid_from ?? '')} to ${dayOf(`${new Date().getFullYear()}-02-13T12:00:00.000Z`)}`
const findBanner = () => screen.findByRole('region', { name: 'Payment' })

test.each([
  [
    'pending',
    pending,
    'The payment of $99.50, due on 14 January, failed with Visa ending in 4242. We’ll retry daily until 17 January. A new card is charged $99.50 right away.',
  ],
  [
    'pending, not by card',
    { ...pending, tried_until: undefined, payment_method: { kind: 'upi' } },
    'The payment of $99.50, due on 14 January, failed with UPI. We’ll retry. A new card is charged $99.50 right away.',
  ],
  [
    'pending, with a card whose digits nobody knows',
    { ...pending, payment_method: { kind: 'card' } },
    'The payment of $99.50, due on 14 January, failed. We’ll retry daily until 17 January. A new card is charged $99.50 right away.',
  ],
  [
    'halted',
    halted,
    'The payment of $99.50 with Visa ending in 4242 failed, and we won’t try again. Your plan ends on 1 December unless the payment method is changed. You won’t be charged for 14 January to 13 February.',
  ],
  [
    'paused',
    paused,
    'Your plan is paused at the payment provider. Only Orglens can resume it: please contact support. Nothing is charged until then. Once it is resumed, Visa ending in 4242 is charged $99.50 every month, from the next period on.',
  ],
  [
    'halted, and yearly',
    { ...halted, ...planNamed('Growth', 'yearly'), descriptions: [] },
    'The payment of $995 with Visa ending in 4242 failed, and we won’t try again. Your plan ends on 1 December unless you subscribe again.',
  ],
  [
    'authorised',
    { ...authorised, ends_at: halted.ends_at },
    'The first payment of $99.50 with Visa ending in 4242 hasn’t arrived. Your plan ends on 1 December unless it arrives.',
  ],
])('the banner of a plan that is %s shows on every page', async (_state, details, words) => {
  serve({ profile: profileOf(details) })
  const { goTo } = openApp('/dashboard/main')
  for (const page of ['main', 'subscription']) {
    await act(() => goTo(`/dashboard/${page}`))
    const banner = await findBanner()
    const expected = words
      .replace('due on 14 January', `due on ${dayOf(pending.failed_at ?? '')}`)
      .replace('17 January', dayOf(pending.tried_until ?? ''))
      .replace('1 December', dayOf(halted.ends_at ?? ''))
      .replace('14 January to 13 February', missedDays)
    expect(within(banner).getByRole('status').textContent).toBe(expected)
  }
})

test.each([
  ['that is paid', paid],
  ['authorised a moment ago', authorised],
  ['of another server', pending],
  ['of a member’s organisation', pending],
])('the banner is missing for a plan %s', async (which, details) => {
  withSettings({ isOurServer: which !== 'of another server' })
  const isMember = which === 'of a member’s organisation'
  if (isMember) await signedInAs('member')
  serve({ profile: { ...profileOf(details), is_organization_admin: !isMember } })
  openApp(isMember ? '/dashboard/profile' : '/dashboard/subscription')
  await screen.findByRole('heading', { name: isMember ? 'Update Profile' : 'Growth', level: 2 })
  await settled()
  expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull()
})

test('the banner disappears when checking again finds the payment', async () => {
  serve({ profile: profileOf(pending) })
  const called = answer()
  const { user } = openApp('/dashboard/main')
  const banner = await findBanner()
  serve({ profile: profileOf(paid) })
  await user.click(within(banner).getByRole('button', { name: 'Check again' }))
  await toasted('success', 'The payment has arrived.')
  expect(called).toEqual(['check-payment'])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull())
  expect(localStorage.getItem('paymentBanner')).toBeNull()
  // The button went with it.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
  )
})

test('checking again reports that nothing has changed, or why the check failed', async () => {
  serve({ profile: profileOf(pending) })
  answer()
  const { user } = openApp('/dashboard/main')
  const again = within(await findBanner()).getByRole('button', { name: 'Check again' })
  await user.click(again)
  await toasted('info', 'We’ve just checked: nothing has changed.')
  answer({ 'check-payment': 503 })
  await user.click(again)
  await toasted('error', 'The payment could not be checked. Please try again.', 'Not now.')
})

test('checking again doesn’t claim that nothing has changed if the profile failed to load', async () => {
  serve({ profile: profileOf(pending) })
  answer()
  const { user } = openApp('/dashboard/main')
  const again = within(await findBanner()).getByRole('button', { name: 'Check again' })
  respond('getProfile', {}, 400)
  await user.click(again)
  await screen.findByText('The payment could not be checked. Please try again.')
  expect(screen.queryByText('We’ve just checked: nothing has changed.')).toBeNull()
})

/** Asks to change the payment method. @returns the texts of the dialog, and its answers. */
async function askToChange(
  user: ReturnType<typeof openApp>['user'],
  place = screen.getByRole('main'),
) {
  await user.click(await within(place).findByRole('button', { name: 'Change payment method' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change the payment method?' })
  const answer = (name: string | RegExp) => user.click(within(dialog).getByRole('button', { name }))
  return {
    texts: within(dialog)
      .getAllByText(/./, { selector: 'p' })
      .map(({ textContent }) => textContent),
    goToCheckout: () => answer('Go to checkout'),
    keep: () => answer(/^Keep /),
  }
}

test('the banner does one thing at a time, however fast the clicks are', async () => {
  serve({ profile: profileOf(halted) })
  const called = answer()
  const opened = standInCheckout()
  const { user } = openApp('/dashboard/main')
  const banner = await findBanner()
  const { goToCheckout } = await askToChange(user, banner)
  await goToCheckout()
  await waitFor(() => expect(opened).toHaveLength(1))
  const again = within(banner).getByRole('button', { name: 'Check again' })
  expect(again.getAttribute('aria-disabled')).toBe('true')
  act(() => {
    for (const name of ['Change payment method', 'Check again']) {
      within(banner).getByRole('button', { name }).click()
    }
  })
  await settled()
  expect(opened).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(called).toEqual([])
  act(() => opened[0]?.options.modal.ondismiss())
  await toasted('info', 'You closed checkout. The payment provider reports no change.')
  expect(called).toEqual(['check-payment'])
  await waitFor(() => expect(again.hasAttribute('aria-disabled')).toBe(false))
})

test.each([
  [
    'changed',
    profileOf(paid),
    'success',
    'The payment method was changed.',
    `The overdue $99.50 was charged. Visa ending in 4242 will be charged $99.50 on ${dayOf(renews, true)}.`,
  ],
  [
    'unknown',
    null,
    'info',
    'You closed checkout. We don’t know yet whether anything was changed.',
    'Please check again later.',
  ],
] as const)(
  'a method that is %s after checkout was closed is said to be so',
  async (_what, profile, tone, text, detail) => {
    serve({ profile: profileOf(pending) })
    answer()
    const opened = standInCheckout()
    const { user } = openApp('/dashboard/main')
    const { goToCheckout } = await askToChange(user, await findBanner())
    await goToCheckout()
    await waitFor(() => expect(opened).toHaveLength(1))
    serve({ profile })
    act(() => opened[0]?.options.modal.ondismiss())
    await toasted('info', 'We’re checking with the payment provider.')
    await toasted(tone, text, detail)
  },
)

test.each([
  [
    'pending',
    pending,
    [
      'You’ll enter another card at checkout. The overdue $99.50 will be charged to it right away; after that it pays $99.50 every month.',
      'Visa ending in 4242 won’t be charged any more.',
    ],
    'Growth: another card, charged $99.50 now',
  ],
  [
    'halted',
    halted,
    [
      `You’ll enter another card at checkout. Nothing will be charged today. ${missedDays} stays unpaid. Your plan continues, and the new card pays $99.50 every month from ${dayOf(halted.unpaid_until ?? '', true)}.`,
      'Your bank may show a small test charge, refunded at once.',
    ],
    'Growth: another card, nothing is charged now',
  ],
  [
    'paid, by UPI',
    { ...paid, payment_method: { kind: 'upi' } },
    [
      `You’ll enter a card at checkout. Nothing will be charged today: the new card will be used for the next charge, and pays $99.50 every month from ${dayOf(renews, true)}.`,
      'Your bank may show a small test charge, refunded at once.',
    ],
    'Growth: another card, nothing is charged now',
  ],
] as const)(
  'before the payment method of a plan that is %s is changed, dialog and checkout say what is charged',
  async (_state, details, texts, description) => {
    serve({ profile: profileOf(details) })
    const opened = standInCheckout()
    const { user } = openApp('/dashboard/subscription')
    await screen.findByRole('heading', { name: 'Growth', level: 2 })
    // The banner leaves this to the card beside it.
    const banner = screen.queryByRole('region', { name: 'Payment' })
    expect(banner && within(banner).queryByRole('button', { name: 'Change payment method' })).toBe(
      null,
    )
    const refused = await askToChange(user)
    expect(refused.texts).toEqual(texts)
    await refused.keep()
    expect(screen.queryByRole('dialog')).toBeNull()
    await (await askToChange(user)).goToCheckout()
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(opened[0]?.options).toMatchObject({
      subscription_id: 'sub_1',
      subscription_card_change: 1,
      description,
    })
  },
)

test.each([
  [
    'pending',
    pending,
    `The overdue $99.50 was charged. Visa ending in 4242 will be charged $99.50 on ${dayOf(renews, true)}.`,
  ],
  [
    'halted',
    halted,
    `Your plan continues. Visa ending in 4242 will be charged $99.50 on ${dayOf(renews, true)}.`,
  ],
] as const)(
  'after the payment method of a plan that was %s is changed, the server gets the proof, and a toast says what was charged',
  async (_state, details, result) => {
    serve({ profile: profileOf(details) })
    const called = answer()
    const opened = standInCheckout()
    const { user } = openApp('/dashboard/main')
    const banner = await findBanner()
    await (await askToChange(user, banner)).goToCheckout()
    await waitFor(() => expect(opened).toHaveLength(1))
    let proof: unknown
    api.server.use(
      http.post('*/api/payment-method/', async ({ request }) => {
        proof = await request.json()
        serve({ profile: profileOf(paid) })
        return new HttpResponse(null, { status: 204 })
      }),
    )
    act(() => opened[0]?.options.handler(payment))
    await toasted('success', 'The payment method was changed.', result)
    expect(proof).toEqual({
      subscription_id: 'sub_1',
      razorpay_payment_id: 'pay_1',
      razorpay_signature: 'signature',
    })
    expect(called).toEqual([])
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull())
  },
)

test('a changed method that the server could not be told of is said to be changed, and no more', async () => {
  serve({ profile: profileOf(halted) })
  answer({ 'payment-method': 503 })
  const opened = standInCheckout()
  const { user } = openApp('/dashboard/main')
  await (await askToChange(user, await findBanner())).goToCheckout()
  await waitFor(() => expect(opened).toHaveLength(1))
  act(() => opened[0]?.options.handler(payment))
  await toasted(
    'info',
    'The payment method was changed.',
    'We don’t know yet what was charged. Please check again later.',
  )
})

test('the banner of a plan whose payment method can’t be changed links to help instead', async () => {
  withSettings({ isOurServer: true, supportUrl: 'https://help.example' })
  serve({ profile: profileOf(paused) })
  openApp('/dashboard/main')
  const banner = await findBanner()
  within(banner).getByRole('link', { name: /Contact support/ })
  expect(within(banner).queryByRole('button', { name: 'Change payment method' })).toBeNull()
})

test('the banner shows where the browser’s storage is full', async () => {
  serve({ profile: profileOf(pending) })
  const full = new Proxy(localStorage, {
    get(storage, name) {
      if (name === 'setItem') throw new DOMException('full', 'QuotaExceededError')
      const value = Reflect.get(storage, name)
      return typeof value === 'function' ? value.bind(storage) : value
    },
  })
  vi.stubGlobal('localStorage', full)
  openApp('/dashboard/main')
  await findBanner()
})
