import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SubscriptionActivityRow } from '../../contract/billing'
import { calls } from '../../contract/calls'
import { formatDate as date } from '../../src/lib/format'
import { answerPost, planNamed, plans, profileWith, serve } from '../support/billing-examples'
import { holdAnswer } from '../support/held-answer'
import { openApp, signedInAs } from '../support/render-app'
import { shownTexts } from '../support/shown-rows'
import { serveTeam, teamExample } from '../support/team-examples'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const row = (
  plan_name: string,
  status: 'Active' | 'Upgraded' | 'Canceled',
  start_date: string,
  end_date: string | null,
): SubscriptionActivityRow => ({
  plan_name,
  status: status === 'Active',
  upgrade_status: status === 'Upgraded',
  start_date,
  end_date,
})

/** In no order of any column. */
const activity = [
  row('Starter', 'Canceled', '2026-01-01', '2026-02-28'),
  row('Growth', 'Active', '2026-10-12', null),
  row('Scale', 'Canceled', '2025-12-01', null),
  row('Starter', 'Upgraded', '2026-07-12', '2026-10-12'),
]

beforeEach(async () => {
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileWith(planNamed('Growth')), activity })
})

const findTable = () => screen.findByRole('table', { name: 'Subscription Activity' })
const header = (name: string) => screen.getByRole('columnheader', { name })

describe('the current plan', () => {
  test('without a plan, a link leads to the plans', async () => {
    withSettings({ supportUrl: 'https://help.example/' })
    serve({ profile: profileWith(null) })
    const { user, address } = openApp('/dashboard/subscription')
    await screen.findByRole('heading', { name: 'No active plan for your organization' })
    screen.getByText('Please contact support or choose a plan to get started.')
    const help = screen.getByRole('link', { name: 'Contact support' })
    expect(help.getAttribute('href')).toBe('https://help.example/')
    await user.click(screen.getByRole('link', { name: 'Choose a plan' }))
    await waitFor(() => expect(address()).toBe('/dashboard/pricing'))
  })
})

describe('cancelling', () => {
  const refusal = { error: 'A payment is under way.' }

  function cancelled() {
    serve({ profile: profileWith(null) })
    return new HttpResponse(null, { status: 204 })
  }

  async function asked() {
    const app = openApp('/dashboard/subscription')
    await app.user.click(await screen.findByRole('button', { name: 'Cancel' }))
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Cancel Growth?' })) }
  }

  test('asks first; keeping the plan changes nothing', async () => {
    const cancellations = answerPost('cancel-subscription', () => HttpResponse.json({}))
    const { user, dialog } = await asked()
    dialog.getByText(/Your Growth plan will end now.*Paid time that is left won’t be refunded/)
    await user.click(dialog.getByRole('button', { name: 'Keep plan' }))
    expect(screen.queryByRole('dialog', { name: 'Cancel Growth?' })).toBeNull()
    expect(cancellations).toEqual([])
  })

  test('looks busy, then shows the price list without the plan', async () => {
    const cancellations = answerPost('cancel-subscription', cancelled)
    const answer = holdAnswer(calls.cancelSubscription)
    const { user, dialog, address } = await asked()
    await user.click(dialog.getByRole('button', { name: 'Cancel plan' }))
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancelling...' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await answer()
    await waitFor(() => expect(address()).toBe('/dashboard/pricing'))
    await screen.findByRole('heading', { name: 'Growth' })
    await toasted('success', 'Your Growth plan was cancelled.', 'Nothing more will be charged.')
    expect(screen.queryByText('Current Plan')).toBeNull()
    expect(cancellations).toEqual([{}])
  })

  test('is reported on the page where the user is by then, without navigation, and its seats are gone', async () => {
    withSettings({ isOurServer: true })
    const served = serveTeam({ ...teamExample({ limit: 50 }), invitations: [] })
    answerPost('cancel-subscription', () => {
      served.team = { ...served.team, places: { taken: 4, reserved: 0, limit: 10 } }
      return cancelled()
    })
    const answer = holdAnswer(calls.cancelSubscription)
    const { user, dialog, address, goTo } = await asked()
    await user.click(dialog.getByRole('button', { name: 'Cancel plan' }))
    await act(() => goTo('/dashboard/invite-team'))
    expect((await screen.findByRole('meter')).getAttribute('aria-valuetext')).toContain('4 of 50')
    await answer()
    await screen.findByText('Your Growth plan was cancelled.')
    expect(address()).toBe('/dashboard/invite-team')
    await waitFor(() =>
      expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toContain('4 of 10'),
    )
  })

  test.each([
    ['a refusal', () => HttpResponse.json(refusal, { status: 409 }), /nothing was changed/],
    ['a fault', () => new HttpResponse(null, { status: 502 }), /couldn’t confirm it/],
    ['no answer', () => HttpResponse.error(), /couldn’t confirm it/],
  ])('after %s is logged, reported, and can be retried', async (what, answer, said) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    answerPost('cancel-subscription', answer)
    const { user, dialog, address } = await asked()
    await user.click(dialog.getByRole('button', { name: 'Cancel plan' }))
    await screen.findByText(said)
    expect(screen.queryAllByText(refusal.error)).toHaveLength(what === 'a refusal' ? 1 : 0)
    expect(log).toHaveBeenCalledWith('Cancelling the subscription failed', expect.any(Error))
    expect(screen.getByRole('button', { name: 'Cancel' }).getAttribute('aria-disabled')).toBeNull()
    expect(address()).toBe('/dashboard/subscription')
  })

  test('shows the plan as cancelled after a cancellation without an answer', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    answerPost('cancel-subscription', () => {
      serve({ profile: profileWith(null) })
      return HttpResponse.error()
    })
    const { user, dialog } = await asked()
    await user.click(dialog.getByRole('button', { name: 'Cancel plan' }))
    await screen.findByRole('heading', { name: 'No active plan for your organization' })
  })
})

describe('the activity', () => {
  test('shows the newest first, and N/A without an end', async () => {
    openApp('/dashboard/subscription')
    await findTable()
    const start = (day: string) => `Start date ${date(day)}`
    const end = (day: string) => `End date ${date(day)}`
    expect(shownTexts()).toEqual([
      ['Growth', 'Active', start('2026-10-12'), 'End date N/A'],
      ['Starter', 'Upgraded', start('2026-07-12'), end('2026-10-12')],
      ['Starter', 'Canceled', start('2026-01-01'), end('2026-02-28')],
      ['Scale', 'Canceled', start('2025-12-01'), 'End date N/A'],
    ])
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Plan Name',
      'STATUS',
      'START DATE',
      'END DATE',
    ])
    expect(header('START DATE').getAttribute('aria-sort')).toBe('descending')
  })
})
