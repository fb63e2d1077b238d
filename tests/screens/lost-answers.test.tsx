import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SubscribedPlan } from '../../contract/billing'
import { calls } from '../../contract/calls'
import { demoPassword } from '../../server/demo/demo'
import { profileQuery } from '../../src/profile/queries'
import { planNamed, plans, profileWith, serve } from '../support/billing-examples'
import { holdAnswer } from '../support/held-answer'
import { openApp, settled, signedInAs } from '../support/render-app'
import { beginSetUp } from '../support/second-factor'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

/** Answers that get lost, or come when the user is elsewhere. */

/** The call is carried out, and nobody hears of it. */
const lose = (path: string) => api.server.use(http.post(`*${path}`, () => HttpResponse.error()))

async function post(path: string, body: object) {
  const authorization = `Bearer ${localStorage.getItem('accessToken')}`
  const headers = { 'content-type': 'application/json', authorization }
  await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

describe('the account', () => {
  beforeEach(async () => {
    await signedInAs('admin')
    withSettings({ isOurServer: true, hasTwoFactor: true })
  })

  test('isn’t called undeleted if the server may have deleted it', async () => {
    lose(calls.leave.path)
    const { user } = openApp('/dashboard/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Leave…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Password'), demoPassword)
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    await dialog.findByText(
      'We couldn’t confirm it: your account may have been deleted. Please check.',
    )
  })
})

describe('a second factor', () => {
  const unseen = 'You haven’t saved your recovery codes. Make new ones in your profile.'

  async function firstCode() {
    await signedInAs('admin')
    withSettings({ isOurServer: true, hasTwoFactor: true })
    const app = openApp('/dashboard/profile?tab=security')
    return { ...app, phone: await beginSetUp(app) }
  }

  test('that took too long to set up asks for the password again, and focuses it', async () => {
    const { user } = await firstCode()
    const tooLate = { error: 'That took too long. Please begin again.' }
    api.server.use(
      http.post(`*${calls.confirmTwoFactor.path}`, () =>
        HttpResponse.json(tooLate, { status: 409 }),
      ),
    )
    await user.type(screen.getByLabelText('Code'), '123456')
    await screen.findByText(tooLate.error)
    expect(document.activeElement).toBe(screen.getByLabelText('Your password'))
  })

  test('that is on, though its answer was lost, shows so and asks for new codes', async () => {
    const { user, phone } = await firstCode()
    await post(calls.confirmTwoFactor.path, { code: phone.next() })
    await user.type(screen.getByLabelText('Code'), phone.next())
    await screen.findByText(unseen)
    await screen.findByRole('button', { name: 'New codes…' })
  })

  test('that is turned on after its page was left says so, and asks for new codes', async () => {
    const { user, phone } = await firstCode()
    const release = holdAnswer(calls.confirmTwoFactor)
    await user.type(screen.getByLabelText('Code'), phone.next())
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull())
    await release()
    await screen.findByText('Two-factor authentication is on.')
    await screen.findByText(unseen)
  })
})

describe('the renewal', () => {
  function profileOf(plan: Partial<SubscribedPlan> | null) {
    const shown = profileWith(plan && planNamed('Growth'))
    if (plan) Object.assign(shown.organization.subscription_plan ?? {}, plan)
    return shown
  }
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1_000).toISOString()
  const paid = {
    subscription_id: 'sub_1',
    renews_at: inDays(20),
    undo_until: inDays(18),
    payment_state: 'paid',
  } as const

  async function stopping(status = 204) {
    withSettings({ isOurServer: true })
    await signedInAs('admin')
    serve({ pricing: plans, profile: profileOf(paid), activity: [] })
    api.server.use(
      http.post(`*${calls.stopRenewing.path}`, () => new HttpResponse(null, { status })),
    )
    const release = holdAnswer(calls.stopRenewing)
    const app = openApp('/dashboard/subscription')
    await app.user.click(await screen.findByRole('button', { name: 'Stop renewing' }))
    return { ...app, release }
  }

  test('shows as being stopped to a user who comes back to its page', async () => {
    const { user, release } = await stopping()
    await user.click(screen.getByRole('link', { name: 'Profile' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull())
    await user.click(screen.getByRole('link', { name: 'Your Subscribed Plan' }))
    const stop = await screen.findByRole('button', { name: 'Stop renewing' })
    expect(stop.getAttribute('aria-busy')).toBe('true')
    await release()
  })

  test('that is stopped late doesn’t bring back a plan that was cancelled meanwhile', async () => {
    const { queryClient, release } = await stopping()
    serve({ pricing: plans, profile: profileOf(null), activity: [] })
    await queryClient.refetchQueries()
    await screen.findByText('No active plan for your organization')
    const shown: unknown[] = []
    queryClient.getQueryCache().subscribe(() => {
      const profile = queryClient.getQueryData(profileQuery.queryKey)
      shown.push(profile?.organization.subscription_plan)
    })
    await release()
    await waitFor(() => expect(shown).not.toEqual([]))
    await settled()
    expect(shown.filter((plan) => plan !== null)).toEqual([])
    expect(screen.queryByText(/^Your Growth plan ends/)).toBeNull()
  })
})

test('a failed card that fails again keeps the focus at its heading', async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true })
  api.server.use(
    http.get(`*${calls.getAuditLog.path}`, () => new HttpResponse(null, { status: 400 })),
  )
  const { user } = openApp('/dashboard/audit-log')
  const again = () => screen.findByRole('button', { name: 'Try again' })
  await again()
  const release = holdAnswer(calls.getAuditLog)
  await user.click(await again())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  await release()
  await again()
  const heading = screen.getByRole('heading', { name: 'Activity' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})
