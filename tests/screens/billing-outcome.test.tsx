import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Plan, SubscriptionActivityRow } from '../../contract/billing'
import { formatDate } from '../../src/lib/format'
import {
  answerPost,
  payment,
  planNamed,
  plans,
  profileWith,
  serve,
  standInCheckout,
} from '../support/billing-examples'
import { deferred } from '../support/deferred'
import { acknowledged, created, subscribeButtons } from '../support/open-checkout'
import { openApp, settled, signedInAs } from '../support/render-app'
import { shownTexts } from '../support/shown-rows'
import { api } from '../support/test-api'

/*
 * An action is over when its answer is: what shows then comes from that answer, and what is
 * asked afterwards can only confirm it.
 */

const activeRow = (plan_name: string): SubscriptionActivityRow => ({
  plan_name,
  status: true,
  upgrade_status: false,
  start_date: '2026-01-01',
  end_date: null,
})

/** What becomes of reads once the action has had its answer. */
const troubles = {
  'never answer': () => new Promise<never>(() => {}),
  fail: () => new HttpResponse(null, { status: 403 }),
}
const everyTrouble = Object.keys(troubles) as (keyof typeof troubles)[]

/** From here on neither the profile nor the activity can be had. */
function readsMeet(trouble: keyof typeof troubles): void {
  for (const path of ['profile', 'subscription-activity']) {
    api.server.use(http.get(`*/api/${path}/`, troubles[trouble]))
  }
}

/** The names, states and days of the activity table. */
const shownHistory = () => shownTexts(screen.getByRole('table', { name: 'Subscription Activity' }))

const today = () => formatDate(new Date().toISOString())
const longAgo = () => formatDate('2026-01-01')
const began = (day: string) => `Start date ${day}`
const ended = (day: string) => `End date ${day}`

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await signedInAs('admin')
})

describe('after the answer to a cancellation', () => {
  /** Cancels the plan that shows; from the answer on, reads are in trouble. */
  async function cancelled(trouble: keyof typeof troubles) {
    serve({
      pricing: plans,
      profile: profileWith(planNamed('Growth')),
      activity: [activeRow('Growth')],
    })
    answerPost('cancel-subscription', () => {
      readsMeet(trouble)
      return acknowledged()
    })
    const app = openApp('/dashboard/subscription')
    await screen.findByRole('table', { name: 'Subscription Activity' })
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await app.user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
    await waitFor(() => expect(app.address()).toBe('/dashboard/pricing'))
    return app
  }

  test.each(everyTrouble)(
    'no page shows the plan any more, even if refetches %s',
    async (trouble) => {
      const { goTo } = await cancelled(trouble)
      await screen.findByText('Your Growth plan was cancelled.')
      await screen.findByRole('heading', { name: 'Growth' })
      await settled()
      expect(screen.queryByText('Current Plan')).toBeNull()
      expect(screen.queryByText('Cancelling...')).toBeNull()
      await act(() => goTo('/dashboard/subscription'))
      await screen.findByRole('heading', { name: 'No active plan for your organization' })
      expect(shownHistory()).toEqual([['Growth', 'Canceled', began(longAgo()), ended(today())]])
      await act(() => goTo('/dashboard/default'))
      await screen.findByRole('heading', { name: 'Starter' })
      expect(subscribeButtons()).toHaveLength(2)
    },
  )

  test('an earlier pending answer does not bring the plan back', async () => {
    serve({ pricing: plans, profile: profileWith(planNamed('Growth')), activity: [] })
    const { user, queryClient, address } = openApp('/dashboard/subscription')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    // Opening the dialog read the profile.
    const confirm = await screen.findByRole('button', { name: 'Cancel plan' })
    const old = deferred()
    let asked = 0
    api.server.use(
      http.get('*/api/profile/', async () => {
        asked++
        if (asked > 1) return await troubles['never answer']()
        await old.promise
        return HttpResponse.json(profileWith(planNamed('Growth')))
      }),
    )
    void queryClient.invalidateQueries({ queryKey: ['profile'] })
    await waitFor(() => expect(asked).toBe(1))
    answerPost('cancel-subscription', acknowledged)
    await user.click(confirm)
    await waitFor(() => expect(address()).toBe('/dashboard/pricing'))
    await waitFor(() => expect(asked).toBe(2))
    old.resolve()
    await screen.findByRole('heading', { name: 'Growth' })
    await settled()
    await settled()
    expect(screen.queryByText('Current Plan')).toBeNull()
  })
})

describe('after a payment has been verified', () => {
  /** Buys the monthly Starter plan, up to the open checkout; the organisation is on `before`. */
  async function atCheckout(
    before: Plan | null,
    activity: SubscriptionActivityRow[],
    pricing = plans,
  ) {
    serve({ pricing, profile: profileWith(before), activity })
    const opened = standInCheckout()
    answerPost('create-subscription', created)
    const app = openApp('/dashboard/subscription')
    await screen.findByText(before ? 'Subscription Activity' : 'Nothing here yet')
    await act(() => app.goTo('/dashboard/pricing'))
    await screen.findByRole('heading', { name: 'Starter' })
    await app.user.click(subscribeButtons()[0] as HTMLElement)
    if (before) await app.user.click(screen.getByRole('button', { name: 'Switch plan' }))
    await waitFor(() => expect(opened).toHaveLength(1))
    return { ...app, pay: () => act(() => opened[0]?.options.handler(payment)) }
  }

  test.each(everyTrouble)(
    'every page shows the new plan, even if refetches %s',
    async (trouble) => {
      const { pay, address, goTo } = await atCheckout(null, [])
      answerPost('verify-subscription', () => {
        readsMeet(trouble)
        return acknowledged()
      })
      pay()
      await waitFor(() => expect(address()).toBe('/dashboard/subscription'))
      await screen.findByRole('heading', { name: 'Starter', level: 2 })
      screen.getByText('$29')
      screen.getByText('1 dashboard')
      await screen.findByRole('table', { name: 'Subscription Activity' })
      expect(shownHistory()).toEqual([['Starter', 'Active', began(today()), ended('N/A')]])
      await act(() => goTo('/dashboard/pricing'))
      await screen.findByText('Current Plan')
    },
  )

  test('the previous plan shows as upgraded', async () => {
    const { pay, address } = await atCheckout(planNamed('Growth'), [activeRow('Growth')])
    answerPost('verify-subscription', () => {
      readsMeet('never answer')
      return acknowledged()
    })
    pay()
    await waitFor(() => expect(address()).toBe('/dashboard/subscription'))
    await screen.findByRole('heading', { name: 'Starter', level: 2 })
    expect(shownHistory()).toEqual([
      ['Starter', 'Active', began(today()), ended('N/A')],
      ['Growth', 'Upgraded', began(longAgo()), ended(today())],
    ])
  })

  test('from India it shows at the price that is charged there', async () => {
    api.server.use(
      http.get('https://ipapi.co/json/', () =>
        HttpResponse.json({ country: 'IN' }, { headers: { 'access-control-allow-origin': '*' } }),
      ),
    )
    const { pay, address } = await atCheckout(
      null,
      [],
      [{ ...planNamed('Starter'), amount_in_inr: 2400, razorpay_plan_id_inr: 'plan_inr' }],
    )
    answerPost('verify-subscription', () => {
      readsMeet('never answer')
      return acknowledged()
    })
    pay()
    await waitFor(() => expect(address()).toBe('/dashboard/subscription'))
    await screen.findByText('₹2,400')
  })
})
