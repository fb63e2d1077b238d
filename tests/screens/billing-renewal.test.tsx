import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { plans, serve } from '../support/billing-examples'
import { openApp, signedInAs } from '../support/render-app'
import { answer, dayOf, paid, profileOf, renews, stopped } from '../support/renewal-examples'
import { withSettings } from '../support/with-settings'

/** How a plan goes on, on the screens (D81). */

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
