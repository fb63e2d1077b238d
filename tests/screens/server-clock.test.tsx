import { act, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { examples } from '../../contract/examples'
import { startClock } from '../../src/lib/server-clock'
import { plans } from '../support/billing-examples'
import { openApp, signedInAs } from '../support/render-app'
import { paid, profileOf } from '../support/renewal-examples'
import { teamExample } from '../support/team-examples'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

/** Screens count by the server's clock: the visitor's may be wrong, and mock mode's can be set. */

const day = 24 * 60 * 60 * 1_000
const minute = 60_000

const sessionAt = '2027-05-20T10:00:00.000Z'
const answers: Record<string, unknown> = {
  profile: profileOf(paid),
  pricing: { all_pricing: plans },
  'subscription-activity': { data: [] },
  receipts: { data: [], seller: null },
  team: teamExample(),
  passkeys: { passkeys: [], domain: 'localhost', user_handle: 'AA' },
  'account/sessions': {
    sessions: [
      {
        ...examples.getSessions.answer.sessions[0],
        signed_in_at: sessionAt,
        last_active_at: sessionAt,
        is_current: false,
      },
    ],
  },
}

/** From here on the server answers so. @param time by its clock; undefined: it doesn't say. */
function serveAt(time: number | undefined): void {
  const headers = time === undefined ? {} : { date: new Date(time).toUTCString() }
  api.server.use(
    ...Object.entries(answers).map(([name, answer]) =>
      http.get(`*/api/${name}/`, () => HttpResponse.json(answer as object, { headers })),
    ),
  )
}

beforeEach(async () => {
  withSettings({ isOurServer: true })
  await signedInAs('admin')
})

async function lostDays(): Promise<string | null> {
  const { user } = openApp('/dashboard/subscription')
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel Growth?' })
  return within(dialog).getByText(/paid days? of Growth/).textContent
}

test.each([
  [0, '23 paid days'],
  [-3 * day, '26 paid days'],
  // So long an answer may take.
  [-minute / 2, '23 paid days'],
])('days that are lost count from the server’s clock, %i ms ahead: %s', async (ahead, days) => {
  serveAt(Date.now() + ahead)
  expect(await lostDays()).toContain(days)
})

test('how long ago something was goes on with the app’s clock', async () => {
  serveAt(Date.parse(sessionAt) + 2 * 60 * minute + 30_000)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(startClock())
  openApp('/dashboard/profile?tab=sessions')
  await screen.findByText('2 hours ago')
  await act(() => vi.advanceTimersByTimeAsync(60 * minute))
  screen.getByText('3 hours ago')
})
