import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Plan } from '../../contract/billing'
import type { Profile } from '../../contract/profile'
import { showsPurchase } from '../../src/billing/checkout/purchase'
import { formatDate } from '../../src/lib/format'
import {
  payment,
  planNamed,
  plans,
  profileWith,
  serve,
  standInCheckout,
} from '../support/billing-examples'
import { deferred } from '../support/deferred'
import { fakeTime } from '../support/fake-time'
import { created, openCheckout, refused, subscribeButtons } from '../support/open-checkout'
import { openApp, shownToasts, signedInAs } from '../support/render-app'
import { paid, profileOf } from '../support/renewal-examples'
import { respond } from '../support/respond'
import { shownTexts } from '../support/shown-rows'
import { api } from '../support/test-api'

const failed = 'Payment verification failed. Please contact support.'
const twice = 'This plan was paid for twice. The second payment will be refunded.'

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileWith(null), activity: [] })
})

/** Pays for Starter; the server answers the verification so, one answer after another. */
async function payWith(...answers: (() => unknown)[]) {
  const verifications = respond('verifySubscription', () => answers.shift()?.())
  const app = await openCheckout()
  const time = fakeTime()
  act(() => app.checkout.options.handler(payment))
  return { ...app, verifications, time }
}

test('a toast comes before the verification, leaving asks until it is done, and then the plan shows', async () => {
  const { resolve: open, promise: opened } = deferred()
  const { verifications, address, time } = await payWith(async () => {
    await opened
    serve({ profile: profileWith(planNamed('Starter')) })
  })
  await time.until(() =>
    expect(shownToasts()).toEqual([
      ['success', 'Subscription successfully activated.', '$29 today, then every month.'],
    ]),
  )
  expect(address()).toBe('/dashboard/pricing')
  expect(subscribeButtons()[0]?.getAttribute('aria-busy')).toBe('true')
  expect(document.querySelector('.progress-bar')).not.toBeNull()
  // An event that is not prevented lets the page go.
  const mayLeave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }))
  expect(mayLeave()).toBe(false)
  const session = localStorage.getItem('refreshToken') ?? ''
  localStorage.setItem('refreshToken', 'of somebody else')
  expect(mayLeave()).toBe(true)
  localStorage.setItem('refreshToken', session)
  open()
  await time.until(() => expect(address()).toBe('/dashboard/subscription'))
  await time.until(() => screen.getByRole('heading', { name: 'Starter', level: 2 }))
  expect(mayLeave()).toBe(true)
  expect(verifications).toEqual([
    { subscription_id: 'sub_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'signature' },
  ])
})

test('without an answer it is tried three times more, or after the requested pause, of a minute at most; then an alert shows', async () => {
  const busy = (status: number, pause: string) => () =>
    HttpResponse.json({ error: 'Busy.' }, { status, headers: { 'retry-after': pause } })
  const lost = () => HttpResponse.error()
  const answers = [lost, busy(429, '7'), busy(503, '3600'), lost]
  const { verifications, address, time } = await payWith(...answers)
  for (const [tries, wait] of [1_000, 7_000, 60_000].entries()) {
    await time.until(() => expect(verifications).toHaveLength(tries + 1))
    await act(() => time.pass(wait - 1))
    expect(verifications).toHaveLength(tries + 1)
    await act(() => time.pass(1))
  }
  await time.until(() => screen.getByRole('alertdialog', { name: failed }))
  expect(verifications).toHaveLength(4)
  expect(address()).toBe('/dashboard/pricing')
})

test('a refusal shows at once, with the server’s text', async () => {
  const { verifications, time } = await payWith(() => refused(409, 'It will be refunded in full.'))
  await time.until(() => screen.getByRole('alertdialog', { name: 'Nothing was bought.' }))
  screen.getByText('It will be refunded in full.')
  expect(verifications).toHaveLength(1)
  expect(subscribeButtons().map((button) => button.disabled)).toEqual([false, false])
})

test.each([
  ['success', 'success', () => {}, 'Your organisation is now on the Starter plan.', ''],
  ['a failure', 'error', () => refused(400, 'No.'), failed, ''],
  ['a second payment', 'info', () => refused(409, 'No.'), twice, 'No.'],
])('%s shows in a toast of %s on another page', async (what, tone, answer, text, detail) => {
  const { resolve: open, promise: opened } = deferred()
  const { goTo, address, time } = await payWith(async () => {
    await opened
    if (what === 'a second payment') serve({ profile: profileWith(planNamed('Starter')) })
    return answer()
  })
  await act(() => goTo('/dashboard/profile'))
  open()
  await time.until(() => expect(shownToasts()).toContainEqual([tone, text, detail]))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(address()).toBe('/dashboard/profile')
})

/** Pays for Starter; the verification gets this answer, and the profile is `after` from then on. */
async function payInVain(after: () => Profile, status = 400, text = 'No.') {
  const { checkout, address } = await openCheckout()
  respond('verifySubscription', () => {
    respond('getProfile', after)
    return refused(status, text)
  })
  act(() => checkout.options.handler(payment))
  return address
}
const showsStarter = () => profileWith(planNamed('Starter'))

test('a purchase is proved by a profile with its plan, if the one before didn’t have it', () => {
  const [none, growth] = [profileWith(null), profileOf(paid)]
  const again = profileOf({ ...paid, subscription_id: 'sub_2' })
  const proves = (profile: typeof none | null, now: typeof none | undefined) =>
    showsPurchase(
      {
        plan: planNamed('Growth'),
        price: { planId: 'plan_Growth_monthly', currency: 'USD' },
        charges: '',
        profile,
      },
      now,
    )
  expect([proves(none, growth), proves(growth, again)]).toEqual([true, true])
  expect(proves(growth, growth)).toBe(false)
  expect(proves(none, none)).toBe(false)
  expect(proves(none, profileWith(planNamed('Starter')))).toBe(false)
  expect(proves(null, growth)).toBe(false)
})

test('a failed verification is none if the profile has the plan', async () => {
  const address = await payInVain(showsStarter)
  await waitFor(() => expect(address()).toBe('/dashboard/subscription'))
  await screen.findByRole('heading', { name: 'Starter', level: 2 })
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a second payment of the plan that shows is no failure: it is refunded', async () => {
  await payInVain(showsStarter, 409, 'It was paid for twice.')
  await screen.findByText('Subscription successfully activated.')
  await screen.findByText('Current Plan')
  await screen.findByRole('alertdialog', { name: twice })
  screen.getByText('It was paid for twice.')
  expect(screen.queryByText(failed)).toBeNull()
})

test('the alert goes when the plan shows a little later', async () => {
  let asked = 0
  await payInVain(() => (++asked === 1 ? profileWith(null) : showsStarter()))
  await screen.findByText('Current Plan')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

const longAgo = '2026-01-01'

/** Buys Starter instead of Growth; from the payment's answer on, reads never answer. */
async function buy(pricing: readonly Plan[] = plans, price = '$29') {
  const row = { plan_name: 'Growth', upgrade_status: false, start_date: longAgo, end_date: null }
  const activity = [{ ...row, status: true }]
  serve({ pricing, profile: profileWith(planNamed('Growth')), activity })
  const opened = standInCheckout()
  const creations = respond('createSubscription', created)
  respond('verifySubscription', () => {
    for (const name of ['getProfile', 'getSubscriptionActivity'] as const)
      respond(name, () => new Promise(() => {}))
  })
  const app = openApp('/dashboard/subscription')
  await screen.findByRole('table', { name: 'Subscription Activity' })
  await act(() => app.goTo('/dashboard/pricing'))
  await screen.findByText(price)
  await app.user.click(subscribeButtons()[0] as HTMLElement)
  await app.user.click(await screen.findByRole('button', { name: 'Switch plan' }))
  await waitFor(() => expect(opened).toHaveLength(1))
  act(() => opened[0]?.options.handler(payment))
  await waitFor(() => expect(app.address()).toBe('/dashboard/subscription'))
  await screen.findByRole('heading', { name: 'Starter', level: 2 })
  screen.getByText(price)
  return { ...app, creations, currency: opened[0]?.options.currency }
}

test('after a payment every page shows the new plan, even if refetches never answer', async () => {
  const { goTo, queryClient } = await buy()
  screen.getByText('1 dashboard')
  const subscription_plan = { subscription_id: 'sub_1' }
  expect(queryClient.getQueryData(['profile'])).toMatchObject({
    organization: { subscription_plan },
  })
  const today = formatDate(new Date().toISOString())
  expect(shownTexts(screen.getByRole('table', { name: 'Subscription Activity' }))).toEqual([
    ['Starter', 'Active', `Start date ${today}`, 'End date N/A'],
    ['Growth', 'Upgraded', `Start date ${formatDate(longAgo)}`, `End date ${today}`],
  ])
  await act(() => goTo('/dashboard/pricing'))
  await screen.findByText('Current Plan')
})

test('in India a plan is paid in INR, and shows at the price that was charged', async () => {
  api.server.use(
    http.get('https://ipapi.co/json/', () =>
      HttpResponse.json({ country: 'IN' }, { headers: { 'access-control-allow-origin': '*' } }),
    ),
  )
  const starter = { amount_in_inr: 2400, razorpay_plan_id_inr: 'plan_inr' }
  const { creations, currency } = await buy([{ ...planNamed('Starter'), ...starter }], '₹2,400')
  expect(creations).toEqual([{ plan_id: 'plan_inr' }])
  expect(currency).toBe('INR')
})
