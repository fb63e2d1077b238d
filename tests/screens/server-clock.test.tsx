import { act, render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SubscribedPlan } from '../../contract/billing'
import { call } from '../../src/api/call'
import { unrefundedText } from '../../src/billing/pricing/ending-a-plan'
import { formatAgo } from '../../src/lib/format-when'
import { learnServerTime, startClock } from '../../src/lib/server-clock'
import { When } from '../../src/ui/When'
import { signedInAs } from '../support/render-app'
import { paid, profileOf } from '../support/renewal-examples'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

/** Screens count by the server's clock: the visitor's may be wrong, and mock mode's can be set. */

const minute = 60_000
const day = 24 * 60 * minute

test.each([
  [0, '23 paid days'],
  [-3 * day, '26 paid days'],
  // So long an answer may take.
  [-minute / 2, '23 paid days'],
])('days that are lost count from the server’s clock, %i ms ahead: %s', async (ahead, days) => {
  withSettings({ isOurServer: true })
  await signedInAs('admin')
  const date = new Date(Date.now() + ahead).toUTCString()
  api.server.use(
    http.get('*/api/pricing/', () => HttpResponse.json({ all_pricing: [] }, { headers: { date } })),
  )
  await call('getPricing')
  const plan = profileOf(paid).organization.subscription_plan as SubscribedPlan
  expect(unrefundedText(plan)).toContain(days)
})

test('how long ago something was goes on with the app’s clock', () => {
  const at = '2027-05-20T10:00:00.000Z'
  learnServerTime(new Date(Date.parse(at) + 2 * 60 * minute + 30_000).toUTCString())
  vi.useFakeTimers()
  onTestFinished(startClock())
  render(<When at={at}>{(now) => formatAgo(at, now)}</When>)
  screen.getByText('2 hours ago')
  act(() => void vi.advanceTimersByTime(60 * minute))
  screen.getByText('3 hours ago')
})
