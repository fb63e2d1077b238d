import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SubscriptionActivityRow } from '../../contract/billing'
import { formatDate as date } from '../../src/lib/format'
import { planNamed, plans, profileWith, serve } from '../support/billing-examples'
import { openApp, settled, signedInAs, toasted } from '../support/render-app'
import { holdAnswer, respond } from '../support/respond'
import { shownTexts } from '../support/shown-rows'
import { serveTeam, teamExample } from '../support/team-examples'
import { api } from '../support/test-api'
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
  { ...row('Starter', 'Canceled', '2026-01-01', '2026-02-28'), interval: 'yearly' as const },
  row('Growth', 'Active', '2026-10-12', null),
  row('Scale', 'Canceled', '2025-12-01', null),
  row('Starter', 'Upgraded', '2026-07-12', '2026-10-12'),
]

beforeEach(async () => {
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileWith(planNamed('Growth')), activity })
})

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

describe('cancelling', () => {
  function cancelled() {
    serve({ profile: profileWith(null) })
  }

  async function asked() {
    const app = openApp('/dashboard/subscription')
    await app.user.click(await screen.findByRole('button', { name: 'Cancel' }))
    const question = { name: 'Cancel Growth?', description: /^Your Growth plan will end now/ }
    return { ...app, dialog: within(await screen.findByRole('dialog', question)) }
  }

  test('asks first, looks busy, then shows the price list without the plan', async () => {
    const cancellations = respond('cancelSubscription', cancelled)
    const answer = holdAnswer('cancelSubscription')
    const { user, dialog, address } = await asked()
    dialog.getByText(/Your Growth plan will end now.*Paid time that is left won’t be refunded/)
    await user.click(dialog.getByRole('button', { name: 'Keep plan' }))
    expect(screen.queryByRole('dialog', { name: 'Cancel Growth?' })).toBeNull()
    expect(api.requests).not.toContain('POST /api/cancel-subscription/')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
    await screen.findByRole('button', { name: 'Cancelling...' })
    await answer()
    await waitFor(() => expect(address()).toBe('/dashboard/pricing'))
    await screen.findByRole('heading', { name: 'Growth' })
    await toasted('success', 'Your Growth plan was cancelled.', 'Nothing more will be charged.')
    expect(screen.queryByText('Current Plan')).toBeNull()
    expect(cancellations).toEqual([{}])
  })

  test('is reported on the page where the user is by then, without navigation, and its seats are read again', async () => {
    withSettings({ isOurServer: true })
    serveTeam({ ...teamExample(), invitations: [] })
    respond('cancelSubscription', cancelled)
    const answer = holdAnswer('cancelSubscription')
    const { user, dialog, address, goTo } = await asked()
    await user.click(dialog.getByRole('button', { name: 'Cancel plan' }))
    await act(() => goTo('/dashboard/invite-team'))
    await screen.findByRole('meter')
    api.requests.length = 0
    await answer()
    await screen.findByText('Your Growth plan was cancelled.')
    expect(address()).toBe('/dashboard/invite-team')
    await waitFor(() => expect(api.requests).toContain('GET /api/team/'))
  })

  test('that fails is reported on the page where the user is by then', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const busy = 'A payment is under way.'
    respond('cancelSubscription', { error: busy }, 409)
    const answer = holdAnswer('cancelSubscription')
    const { user, dialog, goTo } = await asked()
    await user.click(dialog.getByRole('button', { name: 'Cancel plan' }))
    await act(() => goTo('/dashboard/profile'))
    await answer()
    const failure = 'Your plan was not cancelled: nothing was changed. Please try again.'
    await toasted('error', failure, busy)
  })

  test('is logged and reported where it is refused or unanswered, and can be retried', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, address } = openApp('/dashboard/subscription')
    const cancel = async (answer: () => Response) => {
      respond('cancelSubscription', answer)
      await user.click(await screen.findByRole('button', { name: 'Cancel' }))
      await user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
    }
    await cancel(() => new HttpResponse(null, { status: 502 }))
    await screen.findByText(/couldn’t confirm it/)
    await cancel(() => HttpResponse.json({ error: 'A payment is under way.' }, { status: 409 }))
    await screen.findByText(/nothing was changed\./)
    screen.getByText('A payment is under way.')
    expect(log).toHaveBeenCalledWith('Cancelling the subscription failed', expect.any(Error))
    // It is carried out, and only its answer is lost.
    await cancel(() => {
      serve({ profile: profileWith(null) })
      return HttpResponse.error()
    })
    await screen.findByRole('heading', { name: 'No active plan for your organization' })
    expect(address()).toBe('/dashboard/subscription')
  })

  test('brings no plan back by refetches that fail', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, dialog, address, goTo } = await asked()
    respond('cancelSubscription', () => {
      for (const name of ['getProfile', 'getSubscriptionActivity'] as const)
        respond(name, undefined, 403)
    })
    await user.click(dialog.getByRole('button', { name: 'Cancel plan' }))
    await waitFor(() => expect(address()).toBe('/dashboard/pricing'))
    await screen.findByRole('heading', { name: 'Growth' })
    await settled()
    expect(screen.queryByText('Current Plan')).toBeNull()
    await act(() => goTo('/dashboard/subscription'))
    await screen.findByRole('heading', { name: 'No active plan for your organization' })
    const today = date(new Date().toISOString())
    expect(shownTexts()[0]).toEqual([
      'Growth',
      'Canceled',
      `Start date ${date('2026-10-12')}`,
      `End date ${today}`,
    ])
  })
})

test('the activity shows the newest first, and N/A without an end', async () => {
  openApp('/dashboard/subscription')
  await screen.findByRole('table', { name: 'Subscription Activity' })
  const start = (day: string) => `Start date ${date(day)}`
  const end = (day: string) => `End date ${date(day)}`
  expect(shownTexts()).toEqual([
    ['Growth', 'Active', start('2026-10-12'), 'End date N/A'],
    ['Starter', 'Upgraded', start('2026-07-12'), end('2026-10-12')],
    ['Starter (yearly)', 'Canceled', start('2026-01-01'), end('2026-02-28')],
    ['Scale', 'Canceled', start('2025-12-01'), 'End date N/A'],
  ])
  const headers = screen.getAllByRole('columnheader')
  expect(headers.map((cell) => [cell.textContent, cell.getAttribute('aria-sort')])).toEqual([
    ['Plan Name', null],
    ['STATUS', null],
    ['START DATE', 'descending'],
    ['END DATE', null],
  ])
})

describe('the Dashboard page of an admin', () => {
  test('with a plan, it is profile, plan and activity', async () => {
    openApp('/dashboard/default')
    await screen.findByRole('heading', { name: 'Profile Information' })
    screen.getByRole('heading', { name: 'Organization Information' })
    screen.getByRole('heading', { name: 'Growth', level: 2 })
    await screen.findByRole('table', { name: 'Subscription Activity' })
  })

  test('without one, it is the price list', async () => {
    serve({ profile: profileWith(null) })
    openApp('/dashboard/default')
    await screen.findByRole('heading', { name: 'Starter' })
    expect(screen.queryByRole('heading', { name: 'Profile Information' })).toBeNull()
  })
})
