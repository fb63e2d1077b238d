import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { payInCheckout } from '../../src/billing/checkout/razorpay'
import {
  payment,
  planNamed,
  plans,
  profileWith,
  serve,
  standInCheckout,
} from '../support/billing-examples'
import { fakeTime } from '../support/fake-time'
import { created, openCheckout, startSubscribing, subscribeButtons } from '../support/open-checkout'
import { openApp, signedInAs, toasted } from '../support/render-app'
import { refuse, respond } from '../support/respond'
import { withSettings } from '../support/with-settings'

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileWith(null), activity: [] })
})

const disabled = () => subscribeButtons().map((button) => button.disabled)

test('clicks at once open one checkout, of the first plan, with buyer, seller and the currency of the price', async () => {
  withSettings({ checkoutKey: 'rzp_key', productName: 'Numbers', subscriptionCurrency: 'INR' })
  const opened = standInCheckout()
  const creations = respond('createSubscription', created)
  openApp('/dashboard/pricing')
  await screen.findByRole('heading', { name: 'Starter' })
  const [starter, growth] = subscribeButtons()
  act(() => {
    starter?.click()
    starter?.click()
    growth?.click()
  })
  await waitFor(() => expect(opened).toHaveLength(1))
  expect(disabled()).toEqual([true, true])
  expect(creations).toEqual([{ plan_id: 'plan_Starter_monthly' }])
  expect(opened[0]?.options).toMatchObject({
    key: 'rzp_key',
    subscription_id: 'sub_1',
    name: 'Numbers',
    description: 'Starter: $29 today, then every month',
    currency: 'USD',
    prefill: { name: 'Priya Sharma', email: 'admin@acme.test', contact: '+919876543210' },
    theme: { color: '#4F61FF' },
  })
})

test('without a profile checkout gets placeholders', async () => {
  serve({ profile: null })
  const { checkout } = await openCheckout()
  expect(checkout.options.prefill).toEqual({
    name: 'Organisation member',
    email: 'member@example.com',
    contact: '9999999999',
  })
})

test('no phone number is invented', async () => {
  const opened = standInCheckout()
  const profile = { ...profileWith(null), contact_number: null }
  const input = { subscriptionId: 'sub_1', description: '', currency: 'USD', profile } as const
  const paying = payInCheckout(input)
  await waitFor(() => expect(opened).toHaveLength(1))
  opened[0]?.options.modal.ondismiss()
  expect(await paying).toBeNull()
  expect(opened[0]?.options.prefill).toEqual({ name: 'Priya Sharma', email: 'admin@acme.test' })
})

test('a refusal shows an alert dialog', async () => {
  refuse('createSubscription', 409, 'Your organisation already has this plan.')
  const opened = standInCheckout()
  const { user } = await startSubscribing()
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Subscription creation failed. Please try again.',
  })
  within(dialog).getByText('Your organisation already has this plan.')
  expect(opened).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(disabled()).toEqual([false, false])
  await waitFor(() => expect(document.activeElement).toBe(subscribeButtons()[0]))
})

test('a script of the provider that takes more than half a minute is given up', async () => {
  respond('createSubscription', created)
  openApp('/dashboard/pricing')
  await screen.findByRole('heading', { name: 'Starter' })
  const append = vi.spyOn(document.head, 'append').mockImplementation(() => {})
  const time = fakeTime()
  act(() => subscribeButtons()[0]?.click())
  await time.until(() => expect(append).toHaveBeenCalledOnce())
  await act(() => time.pass(29_999))
  expect(screen.queryByText(note)).toBeNull()
  await act(() => time.pass(1))
  await time.until(() => screen.getByText(note))
  expect(disabled()).toEqual([false, false])
})

const note = 'Checkout could not be opened. Nothing was changed or charged. Please try again.'

test('a script of the provider that loads in vain is logged and reported, and can be retried', async () => {
  respond('createSubscription', created)
  const scripts: Node[] = []
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (node instanceof HTMLScriptElement) scripts.push(node)
      else append(node)
    }
  })
  const { user } = await startSubscribing()
  // Ad blockers answer with a script that defines nothing.
  for (const [index, event] of ['error', 'load'].entries()) {
    await waitFor(() => expect(scripts).toHaveLength(index + 1))
    expect(scripts[index]).toHaveProperty('src', 'https://checkout.razorpay.com/v1/checkout.js')
    act(() => void scripts[index]?.dispatchEvent(new Event(event)))
    await screen.findByText(note)
    expect(console.error).toHaveBeenCalledWith('Subscribing failed at checkout', expect.any(Error))
    expect(disabled()).toEqual([false, false])
    await user.click(subscribeButtons()[0] as HTMLElement)
  }
  await waitFor(() => expect(scripts).toHaveLength(3))
  const opened = standInCheckout()
  act(() => void scripts[2]?.dispatchEvent(new Event('load')))
  await waitFor(() => expect(opened).toHaveLength(1))
})

test('a card that is refused leaves checkout open for another, whose payment is verified', async () => {
  const verifications = respond('verifySubscription')
  const { checkout } = await openCheckout()
  act(() => checkout.listeners['payment.failed']?.({ error: {} }))
  act(() => checkout.options.handler(payment))
  await waitFor(() => expect(verifications).toHaveLength(1))
  expect(console.error).toHaveBeenCalledWith('Payment failed', {})
})

const dismissed =
  'You closed checkout. We know of no payment so far. If you have paid, your plan starts once the payment arrives.'

test('closing checkout frees the buttons and says that no payment is known, until one arrives', async () => {
  withSettings({ isOurServer: true })
  const verifications = respond('verifySubscription')
  const { checkout, address } = await openCheckout()
  // It is the user who is waited for.
  expect(document.querySelector('.progress-bar')).toBeNull()
  const time = fakeTime()
  act(() => checkout.options.modal.ondismiss())
  await time.until(() => screen.getByText(dismissed))
  expect(disabled()).toEqual([false, false])
  expect(verifications).toEqual([])
  expect(address()).toBe('/dashboard/pricing')
  serve({ profile: profileWith(planNamed('Starter')) })
  await act(() => time.pass(10_000))
  await time.until(() => screen.getByText('Current Plan'))
  expect(screen.queryByText(dismissed)).toBeNull()
})

test('what became of a checkout shows in a toast on another page', async () => {
  const { checkout, goTo } = await openCheckout()
  await act(() => goTo('/dashboard/profile'))
  act(() => checkout.options.modal.ondismiss())
  await toasted('info', dismissed)
})

test('closing checkout after a payment outside of it shows the plan', async () => {
  const { checkout, address } = await openCheckout()
  serve({ profile: profileWith(planNamed('Starter')) })
  act(() => checkout.options.modal.ondismiss())
  await toasted('info', 'We’re checking with the payment provider.')
  await toasted('success', 'Subscription successfully activated.', '$29 today, then every month.')
  await waitFor(() => expect(address()).toBe('/dashboard/subscription'))
  await screen.findByRole('heading', { name: 'Starter', level: 2 })
})
