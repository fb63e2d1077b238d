import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import { call } from '../../src/api/call'
import { enter } from '../support/enter'
import { holdAnswer } from '../support/held-answer'
import { openApp, signedInAs } from '../support/render-app'
import { beginSetUp } from '../support/second-factor'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

/** Answers that get lost, or come when the user is elsewhere. */

describe('a second factor', () => {
  const unseen = 'You haven’t saved your recovery codes. Make new ones in your profile.'

  async function firstCode() {
    await signedInAs('admin')
    withSettings({ isOurServer: true, hasTwoFactor: true })
    const app = openApp('/dashboard/profile?tab=security')
    return { ...app, phone: await beginSetUp(app) }
  }

  test('that is on, though its answer was lost, shows so and asks for new codes', async () => {
    const { phone } = await firstCode()
    await call('confirmTwoFactor', { code: phone.next() })
    enter(screen.getByLabelText('Code'), phone.next())
    await toasted('info', 'Two-factor authentication is on.', unseen)
    await screen.findByRole('button', { name: 'New codes…' })
  })

  test('that is turned on after its page was left says so, and asks for new codes', async () => {
    const { user, phone } = await firstCode()
    const release = holdAnswer(calls.confirmTwoFactor)
    enter(screen.getByLabelText('Code'), phone.next())
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull())
    await release()
    await toasted('info', 'Two-factor authentication is on.', unseen)
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
