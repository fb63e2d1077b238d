import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { SubscribedPlan } from '../../contract/billing'
import { planFacts, planOutlook } from '../../src/billing/plan/plan-facts'
import { nextText } from '../../src/billing/pricing/change-of-plan'
import { unrefundedText } from '../../src/billing/pricing/ending-a-plan'
import { canBeUndone, stopOf } from '../../src/billing/subscribed-plan'
import { planNamed, plans, profileWith, serve } from '../support/billing-examples'
import { openApp, signedInAs, toasted } from '../support/render-app'
import {
  authorised,
  dayOf,
  halted,
  momentOf,
  paid,
  paused,
  pending,
  profileOf,
  renews,
  resumed,
  stopped,
  undoUntil,
} from '../support/renewal-examples'
import { holdAnswer, refuse, respond } from '../support/respond'
import { shownTexts } from '../support/shown-rows'
import { serveTeam, teamExample } from '../support/team-examples'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

/** How a plan goes on, on the screens. */

beforeEach(async () => {
  withSettings({ isOurServer: true })
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileOf(paid), activity: [] })
})

/** A plan that goes on so, and its organisation. */
function aboutPlan(details: Partial<SubscribedPlan>) {
  const { organization } = profileOf(details)
  return { plan: organization.subscription_plan as SubscribedPlan, organization }
}

/** @returns the facts of the plan's card, each with its name, value and note. */
const facts = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => {
      const [value, note] = [...(term.nextElementSibling?.children ?? [])]
      return [term.textContent, [value?.textContent, note?.textContent]]
    }),
  )

/** @returns the names of the plan's buttons and links, in their order; the primary one is marked. */
function actions(): string[] {
  const foot = screen.getByRole('button', { name: 'Cancel' }).parentElement as HTMLElement
  return [...foot.children].map((action) => {
    const isPrimary = action.className.includes('bg-brand-500')
    return `${action.textContent}${isPrimary ? ' (primary)' : ''}`
  })
}

test.each([
  [15_000, 'Your bank tells you about 36 hours before it charges you.'],
  [15_001, 'Your bank asks you to approve each payment.'],
])('a plan of ₹%i explains the bank’s step first', (amount_in_inr, text) => {
  const { plan, organization } = aboutPlan({ ...paid, amount_in_inr })
  const outlook = planOutlook(plan, organization, undefined, '')
  expect(outlook).toBe(`Renews by itself every month. ${text}`)
})

test.each([
  [paid, 0, 'Next charge', 'Today'],
  [paid, 1, 'Next charge', 'Tomorrow'],
  [paid, 2, 'Next charge', 'In 2 days'],
  [stopped, 2, 'Ends on', '2 days left'],
])('how far a day is: %#', (details, days, name, words) => {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + days)
  const field = details === paid ? 'renews_at' : 'ends_at'
  const { plan, organization } = aboutPlan({ ...details, [field]: day.toISOString() })
  expect(planFacts(plan, organization).find((fact) => fact.name === name)?.note).toBe(words)
})

test('the card shows how much of the plan is used, and what is left without it', async () => {
  const limits_without_plan = { members: 10, dashboards: 1 }
  serveTeam(teamExample({ limit: 50 }))
  const profile = profileOf({ ...stopped, limits_without_plan })
  profile.organization.dashboards = [{ dashboard_id: 'sales', name: 'Sales' }]
  const limitsOf = (name: string) => ({ members: 50, dashboards: name === 'Growth' ? 10 : 5 })
  serve({ pricing: plans.map((plan) => ({ ...plan, limits: limitsOf(plan.name) })), profile })
  const { queryClient } = openApp('/dashboard/subscription')
  await waitFor(() => expect(screen.queryAllByRole('meter')).toHaveLength(2))
  expect(
    screen.getAllByRole('meter').map((meter) => [
      meter.getAttribute('aria-valuetext'),
      // Below it.
      meter.parentElement?.nextElementSibling?.textContent,
    ]),
  ).toEqual([
    ['4 of 50, 4 held', '10 without a plan'],
    ['1 of 10', '1 without a plan'],
  ])
  serve({ profile: profileOf({ ...paid, limits_without_plan }) })
  await act(() => queryClient.refetchQueries({ queryKey: ['profile'] }))
  await screen.findByText('Renews by itself every month.')
  expect(screen.queryByText('10 without a plan')).toBeNull()
  serve({ profile: profileWith(null) })
  await act(() => queryClient.refetchQueries({ queryKey: ['profile'] }))
  await screen.findByText('No active plan for your organization')
  screen.getByRole('meter', { name: 'Seats' })
})

test('a renewal can be stopped, shows that with the answer, and can be kept; a refusal changes nothing', async () => {
  // The first of each is refused.
  const bodies = [respond('stopRenewing'), respond('keepRenewing')]
  refuse('stopRenewing', 409, 'Not now.')
  refuse('keepRenewing', 409, 'Not now.')
  const { user } = openApp('/dashboard/subscription')
  const stop = await screen.findByRole('button', { name: 'Stop renewing' })
  const release = holdAnswer('stopRenewing')
  await user.click(stop)
  expect(stop.getAttribute('aria-busy')).toBe('true')
  await release()
  await toasted('error', 'The renewal was not stopped.', 'Not now.')
  expect(facts()).toEqual({
    'Next charge': [dayOf(renews, true, 'short'), 'In 23 days'],
    Amount: ['$99.50', 'Every month'],
    Card: ['Visa •••• 4242', 'Change'],
  })
  // It is the largest plan.
  expect(actions()).toEqual(['Stop renewing', 'Cancel', 'Upgrade Now'])
  serve({ profile: profileOf(stopped) })
  await user.click(stop)
  expect(screen.queryByRole('dialog')).toBeNull()
  await screen.findByText('Ends on')
  expect(actions()).toEqual(['Upgrade Now', 'Cancel', 'Keep my plan (primary)'])
  await toasted(
    'success',
    `Your Growth plan ends on ${dayOf(renews, true)}.`,
    `Nothing more will be charged. You can change your mind until ${momentOf(undoUntil)}.`,
  )
  const keep = screen.getByRole('button', { name: 'Keep my plan' })
  await user.click(keep)
  await toasted('error', 'The renewal is still stopped.', 'Not now.')
  screen.getByText(
    `Changed your mind? Keep the plan before ${momentOf(undoUntil, 'medium')}. $99.50 is then charged on ${dayOf(renews, true, 'short')}.`,
  )
  expect(screen.queryByRole('button', { name: 'Change payment method' })).toBeNull()
  serve({ profile: profileOf(paid) })
  api.requests.length = 0
  await user.click(keep)
  await screen.findByText('Renews by itself every month.')
  await toasted(
    'success',
    `Your Growth plan renews on ${dayOf(renews, true)}.`,
    'You’ll be charged $99.50 then.',
  )
  // What else follows from it, only the server knows.
  await waitFor(() => expect(api.requests).toContain('GET /api/subscription-activity/'))
  expect(bodies).toEqual([[{ subscription_id: 'sub_1' }], [{ subscription_id: 'sub_1' }]])
})

test('the price list says when a plan is charged next, or ends, and until when it can be kept', () => {
  const textOf = (details: Partial<SubscribedPlan>) =>
    nextText(aboutPlan(details).plan, planNamed('Growth'), ' incl. GST')
  expect(textOf(paid)).toBe(`Renews on ${dayOf(renews)} for $99.50 incl. GST`)
  expect(textOf(stopped)).toBe(
    `Ends on ${dayOf(renews, true)}. You can change your mind until ${momentOf(undoUntil)}.`,
  )
  expect(textOf({ ...stopped, can_be_kept_until: undefined })).toBe(
    `Ends on ${dayOf(renews, true)}. You can choose it again from then on.`,
  )
  expect(textOf(halted)).toBe('')
  // It is sold at another price now.
  const { plan } = aboutPlan(stopped)
  expect(nextText(plan, { ...planNamed('Growth'), razorpay_plan_id: 'new' }, '')).toBe('')
})

test('stopping that can’t be undone asks first, and says what follows', async () => {
  const profile = profileOf({
    ...paid,
    undo_until: undefined,
    limits_without_plan: { dashboards: 2 },
  })
  profile.organization.dashboards = ['Overview', 'Sales', 'Product'].map((name) => ({
    dashboard_id: name,
    name,
  }))
  serve({ profile })
  const called = respond('stopRenewing')
  const { user } = openApp('/dashboard/subscription')
  const stop = await screen.findByRole('button', { name: 'Stop renewing' })
  await user.click(stop)
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop renewing Growth?' }))
  dialog.getByText(
    `This close to the renewal, it can’t be undone. Your Growth plan will end on ${dayOf(renews, true)}, and nothing more will be charged. You can choose it again from that day on.`,
  )
  const losses = 'Without a plan, you’ll have 2 dashboards and lose Product.'
  dialog.getByText(losses)
  expect(dialog.queryByText(/seats/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Keep renewing' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(called).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const ending = within(await screen.findByRole('dialog', { name: 'Cancel Growth?' }))
  ending.getByText(/ and nothing more will be charged\. You can’t undo that\.$/)
  ending.getByText(losses)
  await user.click(ending.getByRole('button', { name: 'Keep plan' }))
  // The page under a dialog scrolls again.
  expect(document.documentElement.style.overflow).toBe('')
  await user.click(stop)
  const again = await screen.findByRole('dialog', { name: 'Stop renewing Growth?' })
  await user.click(within(again).getByRole('button', { name: 'Stop renewing' }))
  await waitFor(() => expect(called).toHaveLength(1))
  await screen.findByText('Nothing more will be charged.')
})

test('a plan of an organisation that is deleted ends with it, unless it ends before', () => {
  const { plan, organization } = aboutPlan(stopped)
  const endIf = (due_at: string) => {
    const deletion = { due_at, requested_at: '', requested_by: '', state: 'waiting' } as const
    return stopOf(plan, { ...organization, deletion })
  }
  expect([endIf('2020-01-01'), endIf('2099-01-01')]).toEqual(['2020-01-01', renews])
})

test('stopping can’t be undone any more on a page that was opened when it could', () => {
  const undo_until = new Date(Date.now() - 1_000).toISOString()
  expect(canBeUndone(aboutPlan({ ...paid, undo_until }).plan)).toBe(false)
})

const short = (instant: string | undefined, withYear = false) =>
  dayOf(instant ?? '', withYear, 'short')
const missed = `${short(halted.unpaid_from)} to ${short(`${new Date().getFullYear()}-02-13T12:00:00.000Z`)}`
const card = 'Visa •••• 4242'
const givenUp = {
  Payment: [`Failed on ${short(halted.failed_at)}`, 'We won’t try again'],
  Amount: ['$99.50', `Not charged for ${missed}`],
  Card: [card, 'Declined'],
}

/** Each with the badge, the facts, the actions and what follows. */
const states: [Partial<SubscribedPlan>, string, object, string[], string][] = [
  [
    pending,
    'Payment overdue',
    {
      Payment: [`Due since ${short(pending.failed_at)}`, '$99.50 overdue'],
      'Next try': [short(pending.next_try_at, true), `Daily until ${short(pending.tried_until)}`],
      Card: [card, undefined],
    },
    ['Upgrade Now', 'Cancel', 'Change payment method (primary)'],
    'A new card is charged $99.50 right away.',
  ],
  [
    halted,
    'Payment failed',
    givenUp,
    ['Upgrade Now', 'Cancel', 'Change payment method (primary)'],
    `Ends on ${short(halted.ends_at)} unless you change the payment method.`,
  ],
  [
    { ...halted, interval: 'yearly' },
    'Payment failed',
    givenUp,
    ['Upgrade Now', 'Cancel', 'Subscribe again (primary)'],
    `Ends on ${short(halted.ends_at)} unless you subscribe again.`,
  ],
  [
    paused,
    'Paused',
    {
      Payment: ['Paused', `Paid until ${short(renews, true)}`],
      Amount: ['$99.50', 'Not charged while paused'],
      Card: [card, undefined],
    },
    ['Upgrade Now', 'Cancel'],
    'Nothing is charged until Orglens resumes it at the payment provider. You can change the payment method then.',
  ],
  [
    authorised,
    'Awaiting payment',
    {
      Payment: ['Not here yet', 'The first one'],
      Amount: ['$99.50', 'Every month'],
      Card: [card, undefined],
    },
    ['Upgrade Now', 'Cancel'],
    'The payment method can be changed once the payment has arrived.',
  ],
  [
    resumed,
    'Active',
    {
      'Next charge': [short(renews, true), 'In 23 days'],
      Amount: ['$99.50', 'Every month'],
      Card: [card, 'Change'],
    },
    ['Stop renewing', 'Cancel', 'Upgrade Now'],
    `Renews by itself every month. You won’t be charged for ${missed}.`,
  ],
  [
    { ...stopped, can_be_kept_until: undefined },
    `Ends ${short(renews)}`,
    {
      'Next charge': ['None', 'Nothing more will be charged'],
      'Ends on': [short(renews, true), '23 days left'],
      Card: [card, 'Not charged again'],
    },
    ['Cancel', 'Upgrade Now'],
    'It can no longer be kept. You can choose it again from that day on.',
  ],
]

test('each state of the payment has its badge, facts, what follows, and one primary action at most; the activity has the badge, too', async () => {
  const row = { plan_name: 'Growth', upgrade_status: false, start_date: '2026-10-12' }
  const activity = [
    { ...row, status: true, end_date: null },
    { ...row, status: false, end_date: '2026-10-12' },
  ]
  serve({ activity })
  const { queryClient } = openApp('/dashboard/subscription')
  const table = await screen.findByRole('table', { name: 'Subscription Activity' })
  for (const [details, badge, expected, buttons, outlook] of states) {
    serve({ profile: profileOf(details) })
    await act(() => queryClient.refetchQueries({ queryKey: ['profile'] }))
    await screen.findByText(outlook)
    const name = screen.getByRole('heading', { name: 'Growth', level: 2 })
    expect(name.parentElement?.textContent).toBe(`Growth${badge}`)
    expect(facts()).toEqual(expected)
    expect(actions()).toEqual(buttons)
    const again = screen.queryByRole('link', { name: 'Subscribe again' })
    if (again) expect(again.getAttribute('href')).toMatch(/\?interval=yearly$/)
    expect(shownTexts(table).map(([, status]) => status)).toEqual([
      badge === 'Active' ? 'Active' : `Active${badge}`,
      'Canceled',
    ])
  }
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test.each([
  [
    { period_start: inHours(-29 * 24), paid_until: inHours(25) },
    '1 paid day of Growth (about $3) won’t be refunded.',
  ],
  [{ paid_until: inHours(23) }, 'The rest of the last paid day won’t be refunded.'],
  [{ paid_until: inHours(-1) }, null],
  [{ payment_state: 'paused' }, '23 paid days of Growth (about $76) won’t be refunded.'],
  // None was paid.
  [pending, null],
  [halted, null],
  [authorised, null],
  [resumed, null],
] as const)('what is left of a paid plan isn’t refunded: %#', (changes, text) => {
  expect(unrefundedText(aboutPlan({ ...paid, ...changes }).plan)).toBe(text)
})

test('cancelling offers to stop renewing, and says what cancelling costs', async () => {
  const called = respond('stopRenewing')
  refuse('stopRenewing', 504)
  const { user } = openApp('/dashboard/subscription')
  await user.click(await screen.findByRole('button', { name: 'Stop renewing' }))
  const perhaps = 'We couldn’t confirm it: the renewal may have changed. Please check.'
  await toasted('error', perhaps)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Growth?' }))
  dialog.getByText(/23 paid days of Growth \(about \$76\) won’t be refunded\./)
  dialog.getByText(
    `If you stop renewing instead, you keep it until ${dayOf(renews, true)}, and nothing more will be charged.`,
  )
  // The one that confirms first, the harmless one last.
  const buttons = dialog.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons).toEqual(['Cancel plan', 'Stop renewing', 'Keep plan'])
  await user.click(dialog.getByRole('button', { name: 'Stop renewing' }))
  await waitFor(() => expect(called).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})
