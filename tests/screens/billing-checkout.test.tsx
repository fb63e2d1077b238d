import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answerPost,
  planNamed,
  plans,
  profileWith,
  serve,
  standInCheckout,
} from '../support/billing-examples'
import { fakeTime } from '../support/fake-time'
import {
  acknowledged,
  created,
  openCheckout,
  refused,
  startSubscribing,
  subscribeButtons,
} from '../support/open-checkout'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

beforeEach(async () => {
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileWith(null), activity: [] })
})

describe('on the way to checkout', () => {
  test('two clicks at once create one subscription', async () => {
    standInCheckout()
    const creations = answerPost('create-subscription', created)
    openApp('/dashboard/pricing')
    await screen.findByRole('heading', { name: 'Starter' })
    const [starter, growth] = subscribeButtons()
    act(() => {
      starter?.click()
      starter?.click()
      growth?.click()
    })
    await waitFor(() => expect(creations).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(creations).toEqual([{ plan_id: 'plan_Starter_monthly' }])
  })

  test('checkout gets the plan, the buyer, and the seller with their key, and the currency of the price', async () => {
    withSettings({ checkoutKey: 'rzp_key', productName: 'Numbers', subscriptionCurrency: 'INR' })
    const { checkout } = await openCheckout()
    expect(checkout.options).toMatchObject({
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
    vi.spyOn(console, 'error').mockImplementation(() => {})
    serve({ profile: null })
    const { checkout } = await openCheckout()
    expect(checkout.options.prefill).toEqual({
      name: 'Organisation member',
      email: 'member@example.com',
      contact: '9999999999',
    })
  })

  test('no phone number is invented', async () => {
    serve({ profile: { ...profileWith(null), contact_number: null } })
    const { checkout } = await openCheckout()
    expect(checkout.options.prefill).toEqual({ name: 'Priya Sharma', email: 'admin@acme.test' })
  })

  test('a refusal shows an alert dialog', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    answerPost('create-subscription', () =>
      refused(409, 'Your organisation already has this plan.'),
    )
    const opened = standInCheckout()
    const { user } = await startSubscribing()
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Subscription creation failed. Please try again.',
    })
    within(dialog).getByText('Your organisation already has this plan.')
    expect(opened).toEqual([])

    await user.click(within(dialog).getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(subscribeButtons().map((button) => button.disabled)).toEqual([false, false])
  })
})

describe('loading the provider’s script', () => {
  /** @returns the scripts that the page asks for: none of them is loaded by itself. */
  function heldScripts() {
    const scripts: HTMLScriptElement[] = []
    const append = document.head.append.bind(document.head)
    vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
      for (const node of nodes) {
        if (node instanceof HTMLScriptElement) scripts.push(node)
        else append(node)
      }
    })
    return scripts
  }

  async function waitingForScript() {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    answerPost('create-subscription', created)
    const scripts = heldScripts()
    const app = await startSubscribing()
    await waitFor(() => expect(scripts).toHaveLength(1))
    return { ...app, scripts }
  }

  const note = 'Checkout could not be opened. Nothing was changed or charged. Please try again.'

  // Ad blockers answer with a script that defines nothing.
  test.each(['error', 'load'])(
    'that ends in vain (%s) is logged and reported, and can be retried',
    async (event) => {
      const { user, scripts } = await waitingForScript()
      act(() => void scripts[0]?.dispatchEvent(new Event(event)))
      await screen.findByText(note)
      expect(console.error).toHaveBeenCalledWith(
        'Subscribing failed at checkout',
        expect.any(Error),
      )
      expect(screen.queryByRole('alertdialog')).toBeNull()
      expect(subscribeButtons().map((button) => button.disabled)).toEqual([false, false])

      await user.click(subscribeButtons()[0] as HTMLElement)
      await waitFor(() => expect(scripts).toHaveLength(2))
      const opened = standInCheckout()
      act(() => void scripts[1]?.dispatchEvent(new Event('load')))
      await waitFor(() => expect(opened).toHaveLength(1))
      expect(screen.queryByText(note)).toBeNull()
    },
  )
})

describe('in checkout', () => {
  const dismissed =
    'You closed checkout. We know of no payment so far. If you have paid, your plan starts once the payment arrives.'

  test('closing it frees the button and says that no payment is known', async () => {
    const verifications = answerPost('verify-subscription', acknowledged)
    const { checkout, user, opened, address } = await openCheckout()
    act(() => checkout.options.modal.ondismiss())
    await toasted('info', 'We’re checking with the payment provider.')
    await screen.findByText(dismissed)
    expect(subscribeButtons().map((button) => button.disabled)).toEqual([false, false])
    expect(document.activeElement).toBe(subscribeButtons()[0])
    expect(verifications).toEqual([])
    expect(address()).toBe('/dashboard/pricing')

    await user.click(subscribeButtons()[1] as HTMLElement)
    await waitFor(() => expect(opened).toHaveLength(2))
    expect(screen.queryByText(dismissed)).toBeNull()
  })

  test('closing it after a payment outside of it shows the plan', async () => {
    const { checkout, address } = await openCheckout()
    serve({ profile: profileWith(planNamed('Starter')) })
    act(() => checkout.options.modal.ondismiss())
    await toasted('success', 'Subscription successfully activated.', '$29 today, then every month.')
    await waitFor(() => expect(address()).toBe('/dashboard/subscription'))
    await screen.findByRole('heading', { name: 'Starter', level: 2 })
  })

  test('closing it before such a payment is known shows the plan once it arrives', async () => {
    withSettings({ isOurServer: true })
    const { checkout } = await openCheckout()
    const time = fakeTime()
    act(() => checkout.options.modal.ondismiss())
    await time.until(() => screen.getByText(dismissed))
    serve({ profile: profileWith(planNamed('Starter')) })
    await act(() => time.pass(10_000))
    await time.until(() => screen.getByText('Current Plan'))
    expect(screen.queryByText(dismissed)).toBeNull()
  })
})

describe('while subscribed to another plan', () => {
  async function asked() {
    serve({ profile: profileWith(planNamed('Growth')) })
    const opened = standInCheckout()
    const creations = answerPost('create-subscription', created)
    const app = await startSubscribing()
    const dialog = await screen.findByRole('dialog', { name: 'Switch to Starter?' })
    return { ...app, dialog: within(dialog), opened, creations }
  }

  test('a confirmation comes first, and says that the current plan ends', async () => {
    const { user, dialog, opened, creations } = await asked()
    dialog.getByText(/Your current plan, Growth, ends as soon as you’ve paid for Starter\./)
    await user.click(dialog.getByRole('button', { name: 'Keep plan' }))
    expect(creations).toEqual([])
    await user.click(subscribeButtons()[0] as HTMLElement)
    await user.click(await screen.findByRole('button', { name: 'Switch plan' }))
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(creations).toEqual([{ plan_id: 'plan_Starter_monthly' }])
    expect(screen.queryByRole('dialog', { name: 'Switch to Starter?' })).toBeNull()
  })
})

test('in India checkout charges the price shown, in INR', async () => {
  api.server.use(
    http.get('https://ipapi.co/json/', () =>
      HttpResponse.json({ country: 'IN' }, { headers: { 'access-control-allow-origin': '*' } }),
    ),
  )
  serve({
    pricing: [{ ...planNamed('Starter'), amount_in_inr: 2400, razorpay_plan_id_inr: 'plan_inr' }],
  })
  const opened = standInCheckout()
  const creations = answerPost('create-subscription', created)
  const { user } = openApp('/dashboard/pricing')
  await screen.findByText('₹2,400')
  await user.click(screen.getByRole('button', { name: 'Subscribe Now' }))
  await waitFor(() => expect(opened).toHaveLength(1))
  expect(creations).toEqual([{ plan_id: 'plan_inr' }])
  expect(opened[0]?.options.currency).toBe('INR')
})
