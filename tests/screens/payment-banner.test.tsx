import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SubscribedPlan } from '../../contract/billing'
import {
  methodChangeResult,
  methodChangeTexts,
  methodChangeTitle,
} from '../../src/billing/payment/method-change-texts'
import { payment, planNamed, plans, serve, standInCheckout } from '../support/billing-examples'
import { openApp, openAs, settled, signedInAs, toasted } from '../support/render-app'
import {
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
import { withSettings } from '../support/with-settings'

/** What the screens say of a plan's payment. */

beforeEach(async () => {
  withSettings({ isOurServer: true })
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileOf(paid), activity: [] })
})

const day = (instant: string | undefined) => dayOf(instant ?? '')
const missedDays = `${day(halted.unpaid_from)} to ${day(`${new Date().getFullYear()}-02-13T12:00:00.000Z`)}`
const due = `The payment of $99.50, due on ${day(pending.failed_at)}, failed`
const ends = `Your plan ends on ${day(halted.ends_at)} unless`
const findBanner = () => screen.findByRole('region', { name: 'Payment' })
const noBanner = () => expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull()

const banners: [Partial<SubscribedPlan>, string][] = [
  [
    pending,
    `${due} with Visa ending in 4242. We’ll retry daily until ${day(pending.tried_until)}. A new card is charged $99.50 right away.`,
  ],
  [
    { ...pending, tried_until: undefined, payment_method: { kind: 'upi' } },
    `${due} with UPI. We’ll retry. A new card is charged $99.50 right away.`,
  ],
  [
    { ...pending, tried_until: undefined, payment_method: { kind: 'card' } },
    `${due}. We’ll retry. A new card is charged $99.50 right away.`,
  ],
  [
    halted,
    `The payment of $99.50 with Visa ending in 4242 failed, and we won’t try again. ${ends} the payment method is changed. You won’t be charged for ${missedDays}.`,
  ],
  [
    { ...halted, ...planNamed('Growth', 'yearly'), descriptions: [] },
    `The payment of $995 with Visa ending in 4242 failed, and we won’t try again. ${ends} you subscribe again.`,
  ],
  [
    { ...authorised, ends_at: halted.ends_at },
    `The first payment of $99.50 with Visa ending in 4242 hasn’t arrived. ${ends} it arrives.`,
  ],
  [
    paused,
    'Your plan is paused at the payment provider. Only Orglens can resume it: please contact support. Nothing is charged until then. Once it is resumed, Visa ending in 4242 is charged $99.50 every month, from the next period on.',
  ],
]

test('a banner on every page says what is wrong with the payment and what follows, and links to help where nothing can be changed', async () => {
  withSettings({ isOurServer: true, supportUrl: 'https://help.example' })
  const { queryClient } = openApp('/dashboard/main')
  const show = async (details: Partial<SubscribedPlan>) => {
    serve({ profile: profileOf(details) })
    await act(() => queryClient.refetchQueries({ queryKey: ['profile'] }))
  }
  for (const [details, words] of banners) {
    await show(details)
    const status = within(await findBanner()).getByRole('status')
    await waitFor(() => expect(status.textContent).toBe(words))
  }
  const banner = within(await findBanner())
  banner.getByRole('link', { name: /Contact support/ })
  expect(banner.queryByRole('button', { name: 'Change payment method' })).toBeNull()
  // Authorised a moment ago.
  for (const fine of [authorised, paid]) {
    await show(fine)
    await waitFor(noBanner)
  }
})

test('members see no banner', async () => {
  serve({ profile: { ...profileOf(pending), is_organization_admin: false } })
  await openAs('member', '/dashboard/profile')
  await screen.findByRole('heading', { name: 'Update Profile', level: 2 })
  await settled()
  noBanner()
})

test('checking again says what it finds, and the banner disappears once the payment has arrived', async () => {
  serve({ profile: profileOf(pending) })
  const asked = respond('checkPayment', { error: 'Not now.' }, 503)
  const { user } = openApp('/dashboard/main')
  const again = within(await findBanner()).getByRole('button', { name: 'Check again' })
  act(() => {
    again.click()
    again.click()
  })
  await toasted('error', 'The payment could not be checked. Please try again.', 'Not now.')
  expect(asked).toHaveLength(1)
  respond('checkPayment')
  serve({ profile: profileOf(halted) })
  await user.click(again)
  await screen.findByText(/and we won’t try again\./)
  expect(screen.queryByText('We’ve just checked: nothing has changed.')).toBeNull()
  await user.click(again)
  await toasted('info', 'We’ve just checked: nothing has changed.')
  serve({ profile: profileOf(paid) })
  await user.click(again)
  await toasted('success', 'The payment has arrived.')
  await waitFor(noBanner)
  // The button went with it.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
  )
})

/** Asks to change the payment method. @returns the dialog. */
async function askToChange(
  user: ReturnType<typeof openApp>['user'],
  place = screen.getByRole('main'),
) {
  await user.click(await within(place).findByRole('button', { name: 'Change payment method' }))
  return within(await screen.findByRole('dialog', { name: 'Change the payment method?' }))
}
const goToCheckout = { name: 'Go to checkout' }

test('after checkout was closed a toast says whether the method was changed, as far as that is known', async () => {
  serve({ profile: profileOf(pending) })
  respond('checkPayment')
  const opened = standInCheckout()
  const { user } = openApp('/dashboard/main')
  const banner = await findBanner()
  const open = async (count: number) => {
    const dialog = await askToChange(user, banner)
    await user.click(dialog.getByRole('button', goToCheckout))
    await waitFor(() => expect(opened).toHaveLength(count))
  }
  const close = () => act(() => opened.at(-1)?.options.modal.ondismiss())
  await open(1)
  close()
  await toasted('info', 'You closed checkout. The payment provider reports no change.')
  await open(2)
  serve({ profile: null })
  close()
  const unknown = 'You closed checkout. We don’t know yet whether anything was changed.'
  await toasted('info', unknown, 'Please check again later.')
  serve({ profile: profileOf(pending) })
  await open(3)
  serve({ profile: profileOf(paid) })
  close()
  await toasted(
    'success',
    'The payment method was changed.',
    `The overdue $99.50 was charged. Visa ending in 4242 will be charged $99.50 on ${dayOf(renews, true)}.`,
  )
})

test('a checkout for another card that can’t be opened says so', async () => {
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    ;(script as HTMLScriptElement).dispatchEvent(new Event('error'))
  })
  serve({ profile: profileOf(pending) })
  const { user } = openApp('/dashboard/main')
  const dialog = await askToChange(user, await findBanner())
  await user.click(dialog.getByRole('button', goToCheckout))
  const failure = 'Checkout could not be opened. Nothing was changed. Please try again.'
  await toasted('error', failure)
})

test('before another method is asked for, texts and checkout say what is charged', () => {
  const method = (details: Partial<SubscribedPlan>) => {
    const plan = profileOf(details).organization.subscription_plan as SubscribedPlan
    return [...methodChangeTexts(plan, ''), methodChangeTitle(plan, '')]
  }
  const trial = 'Your bank may show a small test charge, refunded at once.'
  const nothing = 'Growth: another card, nothing is charged now'
  expect(method(pending)).toEqual([
    'You’ll enter another card at checkout. The overdue $99.50 will be charged to it right away; after that it pays $99.50 every month.',
    'Visa ending in 4242 won’t be charged any more.',
    'Growth: another card, charged $99.50 now',
  ])
  expect(method(halted)).toEqual([
    `You’ll enter another card at checkout. Nothing will be charged today. ${missedDays} stays unpaid. Your plan continues, and the new card pays $99.50 every month from ${dayOf(halted.unpaid_until ?? '', true)}.`,
    trial,
    nothing,
  ])
  expect(method({ ...paid, payment_method: { kind: 'upi' } })).toEqual([
    `You’ll enter a card at checkout. Nothing will be charged today: the new card will be used for the next charge, and pays $99.50 every month from ${dayOf(renews, true)}.`,
    trial,
    nothing,
  ])
  const [overdue, other] = [pending, paid].map(
    (details) => profileOf(details).organization.subscription_plan as SubscribedPlan,
  )
  if (!overdue || !other) throw new Error('There are no plans')
  expect(methodChangeResult(overdue, overdue, '')).toBe('$99.50 is still overdue.')
  expect(methodChangeResult(overdue, null, '')).toBeUndefined()
  expect(methodChangeResult(other, { ...other, renews_at: undefined }, '')).toBe('')
})

test('another method is asked for beside the plan; the server gets the proof, and a toast says what was charged', async () => {
  serve({ profile: profileOf(halted) })
  const called = respond('changePaymentMethod', {}, 503)
  const opened = standInCheckout()
  const { user } = openApp('/dashboard/default')
  // The banner leaves this to the card beside it.
  const banner = within(await findBanner())
  await screen.findByRole('heading', { name: 'Growth', level: 2 })
  expect(banner.queryByRole('button', { name: 'Change payment method' })).toBeNull()
  const first = await askToChange(user)
  // The charge is retried again, and given up again, before the user goes on.
  serve({ profile: profileOf(pending) })
  await user.click(first.getByRole('button', goToCheckout))
  await screen.findByText(/^You’ll enter another card at checkout\. The overdue \$99\.50/)
  serve({ profile: profileOf(halted) })
  await user.click(screen.getByRole('button', goToCheckout))
  await screen.findByText(/^You’ll enter another card at checkout\. Nothing will be charged/)
  expect(opened).toEqual([])
  await user.click(screen.getByRole('button', goToCheckout))
  await waitFor(() => expect(opened).toHaveLength(1))
  expect(opened[0]?.options).toMatchObject({
    subscription_id: 'sub_1',
    subscription_card_change: 1,
    description: 'Growth: another card, nothing is charged now',
  })
  act(() => opened[0]?.options.handler(payment))
  const changed = 'The payment method was changed.'
  const unknown = 'We don’t know yet what was charged. Please check again later.'
  await toasted('info', changed, unknown)
  expect(called).toHaveLength(1)

  await user.click((await askToChange(user)).getByRole('button', goToCheckout))
  await waitFor(() => expect(opened).toHaveLength(2))
  const proofs = respond('changePaymentMethod')
  serve({ profile: profileOf(paid) })
  act(() => opened[1]?.options.handler(payment))
  await toasted(
    'success',
    changed,
    `Your plan continues. Visa ending in 4242 will be charged $99.50 on ${dayOf(renews, true)}.`,
  )
  expect(proofs).toEqual([
    { subscription_id: 'sub_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'signature' },
  ])
  await waitFor(noBanner)
})
