import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { plans, serve } from '../support/billing-examples'
import { openApp, signedInAs } from '../support/render-app'
import {
  answer,
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
import { serveTeam, teamExample } from '../support/team-examples'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

/** How a plan goes on, on the screens. */

beforeEach(async () => {
  withSettings({ isOurServer: true })
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileOf(paid), activity: [] })
})

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

describe('the current plan', () => {
  test.each([
    ['on another server', false, paid],
    ['where nothing is known', true, {}],
  ])('shows nothing of it %s', async (_where, isOurServer, details) => {
    withSettings({ isOurServer })
    serve({ profile: profileOf(details) })
    openApp('/dashboard/subscription')
    await screen.findByRole('heading', { name: 'Growth', level: 2 })
    expect(screen.queryAllByRole('term')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Stop renewing' })).toBeNull()
  })

  test.each([
    [15_000, /Your bank tells you about 36 hours before it charges you\.$/],
    [15_001, /Your bank asks you to approve each payment\.$/],
  ])('charged ₹%i explains the bank’s step first', async (amount_in_inr, text) => {
    serve({ profile: profileOf({ ...paid, amount_in_inr }) })
    openApp('/dashboard/subscription')
    await screen.findByText(text)
  })

  test.each([
    [paid, -1, 'Next charge', undefined],
    [paid, 0, 'Next charge', 'Today'],
    [paid, 1, 'Next charge', 'Tomorrow'],
    [paid, 2, 'Next charge', 'In 2 days'],
    [stopped, 1, 'Ends on', 'Tomorrow'],
    [stopped, 2, 'Ends on', '2 days left'],
  ])('says how far a day is: %#', async (details, days, name, words) => {
    const day = new Date()
    day.setUTCDate(day.getUTCDate() + days)
    const field = details === paid ? 'renews_at' : 'ends_at'
    serve({ profile: profileOf({ ...details, [field]: day.toISOString() }) })
    openApp('/dashboard/subscription')
    await screen.findByText(name)
    expect(facts()[name]?.[1]).toBe(words)
  })

  test('shows how much of it is used, and what is left without it', async () => {
    const limits = { members: 50, dashboards: 10 }
    serveTeam(teamExample({ limit: 50 }))
    const profile = profileOf({ ...stopped, limits_without_plan: { members: 10, dashboards: 1 } })
    profile.organization.dashboards = [{ dashboard_id: 'sales', name: 'Sales' }]
    serve({ pricing: plans.map((plan) => ({ ...plan, limits })), profile })
    openApp('/dashboard/subscription')
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
  })

  test('can be stopped, shows that with the answer, and can be kept', async () => {
    const called = answer()
    const { user } = openApp('/dashboard/subscription')
    const stop = await screen.findByRole('button', { name: 'Stop renewing' })
    expect(facts()).toEqual({
      'Next charge': [dayOf(renews, true, 'short'), 'In 23 days'],
      Amount: ['$99.50', 'Every month'],
      Card: ['Visa ending in 4242', 'Change'],
    })
    // It is the largest plan.
    expect(actions()).toEqual(['Stop renewing', 'Cancel', 'Upgrade Now'])
    serve({ profile: profileOf(stopped) })
    await user.click(stop)
    expect(screen.queryByRole('dialog')).toBeNull()
    await screen.findByText('Ends on')
    expect(facts()).toEqual({
      'Next charge': ['None', 'Nothing more will be charged'],
      'Ends on': [dayOf(renews, true, 'short'), '23 days left'],
      Card: ['Visa ending in 4242', 'Not charged again'],
    })
    expect(actions()).toEqual(['Upgrade Now', 'Cancel', 'Keep my plan (primary)'])
    await toasted(
      'success',
      `Your Growth plan ends on ${dayOf(renews, true)}.`,
      `Nothing more will be charged. You can change your mind until ${momentOf(undoUntil)}.`,
    )
    await screen.findByText(
      `Changed your mind? Keep the plan before ${momentOf(undoUntil, 'medium')}. $99.50 is then charged on ${dayOf(renews, true, 'short')}.`,
    )
    expect(screen.queryByRole('button', { name: 'Change payment method' })).toBeNull()
    const keep = await screen.findByRole('button', { name: 'Keep my plan' })
    expect(screen.queryByRole('button', { name: 'Stop renewing' })).toBeNull()
    serve({ profile: profileOf(paid) })
    await user.click(keep)
    await screen.findByText('Renews by itself every month.')
    await toasted(
      'success',
      `Your Growth plan renews on ${dayOf(renews, true)}.`,
      'You’ll be charged $99.50 then.',
    )
    expect(called).toEqual(['stop-renewing', 'keep-renewing'])
  })

  test('that can’t be kept any more has no button for it, and says when it can be had again', async () => {
    serve({ profile: profileOf({ ...stopped, can_be_kept_until: undefined }) })
    const { goTo } = openApp('/dashboard/subscription')
    await screen.findByText('Nothing more will be charged')
    screen.getByText('It can no longer be kept. You can choose it again from that day on.')
    expect(screen.queryByRole('button', { name: 'Keep my plan' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Stop renewing' })).toBeNull()
    await act(() => goTo('/dashboard/pricing'))
    await screen.findByText(`Ends on ${dayOf(renews, true)}. You can choose it again from then on.`)
  })

  test('that can be kept says so on the price list', async () => {
    serve({ profile: profileOf(stopped) })
    openApp('/dashboard/pricing')
    await screen.findByText(
      `Ends on ${dayOf(renews, true)}. You can change your mind until ${momentOf(undoUntil)}.`,
    )
  })

  test('asks first where stopping can’t be undone, and says what follows', async () => {
    const profile = profileOf({
      ...paid,
      undo_until: undefined,
      limits_without_plan: { dashboards: 1 },
    })
    profile.organization.dashboards = ['Overview', 'Sales', 'Product'].map((name) => ({
      dashboard_id: name,
      name,
    }))
    serve({ profile })
    const called = answer()
    const { user } = openApp('/dashboard/subscription')
    const stop = await screen.findByRole('button', { name: 'Stop renewing' })
    await user.click(stop)
    const dialog = await screen.findByRole('dialog', { name: 'Stop renewing Growth?' })
    within(dialog).getByText(
      `This close to the renewal, it can’t be undone. Your Growth plan will end on ${dayOf(renews, true)}, and nothing more will be charged. You can choose it again from that day on.`,
    )
    within(dialog).getByText('Without a plan, you’ll have 1 dashboard and lose Sales and Product.')
    await user.click(within(dialog).getByRole('button', { name: 'Keep renewing' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(called).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const cancel = within(await screen.findByRole('dialog', { name: 'Cancel Growth?' }))
    cancel.getByText(/nothing more will be charged\. You can’t undo that\.$/)
    cancel.getByText('Without a plan, you’ll have 1 dashboard and lose Sales and Product.')
    await user.click(cancel.getByRole('button', { name: 'Keep plan' }))
    await user.click(stop)
    const again = await screen.findByRole('dialog', { name: 'Stop renewing Growth?' })
    await user.click(within(again).getByRole('button', { name: 'Stop renewing' }))
    await waitFor(() => expect(called).toEqual(['stop-renewing']))
    await screen.findByText('Nothing more will be charged.')
  })

  test('asks first on a page that was opened when stopping could still be undone', async () => {
    serve({
      profile: profileOf({ ...paid, undo_until: new Date(Date.now() - 1_000).toISOString() }),
    })
    const called = answer()
    const { user } = openApp('/dashboard/subscription')
    await user.click(await screen.findByRole('button', { name: 'Stop renewing' }))
    await screen.findByRole('dialog', { name: 'Stop renewing Growth?' })
    expect(called).toEqual([])
  })

  test.each([
    ['Stop renewing', paid, 'The renewal was not stopped.', /^Renews by itself every month\.$/],
    ['Keep my plan', stopped, 'The renewal is still stopped.', /^Changed your mind\?/],
  ])(
    "shows the server’s text if '%s' is refused, and changes nothing",
    async (name, ...expected) => {
      const [details, text, outlook] = expected
      serve({ profile: profileOf(details) })
      answer({ 'stop-renewing': 409, 'keep-renewing': 409 })
      const { user } = openApp('/dashboard/subscription')
      await user.click(await screen.findByRole('button', { name }))
      await toasted('error', text, 'Not now.')
      screen.getByText(outlook)
    },
  )
})

describe('a plan whose payment isn’t fine', () => {
  const missedShort = `${dayOf(halted.unpaid_from ?? '', false, 'short')} to ${dayOf(`${new Date().getFullYear()}-02-13T12:00:00.000Z`, false, 'short')}`

  const short = (instant: string | undefined, withYear = false) =>
    dayOf(instant ?? '', withYear, 'short')
  const card = 'Visa ending in 4242'

  test.each([
    [
      'Payment overdue',
      pending,
      {
        Payment: [`Due since ${short(pending.failed_at)}`, '$99.50 overdue'],
        'Next try': [short(pending.next_try_at, true), `Daily until ${short(pending.tried_until)}`],
        Card: [card, undefined],
      },
      ['Upgrade Now', 'Cancel', 'Change payment method (primary)'],
      'A new card is charged $99.50 right away.',
    ],
    [
      'Payment failed',
      halted,
      {
        Payment: [`Failed on ${short(halted.failed_at)}`, 'We won’t try again'],
        Amount: ['$99.50', `Not charged for ${missedShort}`],
        Card: [card, 'Declined'],
      },
      ['Upgrade Now', 'Cancel', 'Change payment method (primary)'],
      `Ends on ${short(halted.ends_at)} unless you change the payment method.`,
    ],
    [
      'Payment failed',
      { ...halted, interval: 'yearly' as const },
      {
        Payment: [`Failed on ${short(halted.failed_at)}`, 'We won’t try again'],
        Amount: ['$99.50', `Not charged for ${missedShort}`],
        Card: [card, 'Declined'],
      },
      ['Upgrade Now', 'Cancel', 'Subscribe again (primary)'],
      `Ends on ${short(halted.ends_at)} unless you subscribe again.`,
    ],
    [
      'Paused',
      paused,
      {
        Payment: ['Paused', `Paid until ${short(renews, true)}`],
        Amount: ['$99.50', 'Not charged while paused'],
        Card: [card, undefined],
      },
      ['Upgrade Now', 'Cancel'],
      'Nothing is charged until Orglens resumes it at the payment provider. You can change the payment method then.',
    ],
    [
      'Awaiting payment',
      authorised,
      {
        Payment: ['Not here yet', 'The first one'],
        Amount: ['$99.50', 'Every month'],
        Card: [card, undefined],
      },
      ['Upgrade Now', 'Cancel'],
      'The payment method can be changed once the payment has arrived.',
    ],
  ])(
    'wears the badge "%s" instead of "Active", and shows its facts, what follows, and one primary action at most',
    async (badge, details, expected, buttons, outlook) => {
      serve({ profile: profileOf(details) })
      openApp('/dashboard/subscription')
      const name = await screen.findByRole('heading', { name: 'Growth', level: 2 })
      expect(name.parentElement?.textContent).toBe(`Growth${badge}`)
      expect(screen.queryByText('Active')).toBeNull()
      expect(facts()).toEqual(expected)
      expect(actions()).toEqual(buttons)
      screen.getByText(outlook)
    },
  )

  test('is active again after it was resumed, and says what wasn’t charged', async () => {
    serve({ profile: profileOf(resumed) })
    openApp('/dashboard/subscription')
    const name = await screen.findByRole('heading', { name: 'Growth', level: 2 })
    expect(name.parentElement?.textContent).toBe('GrowthActive')
    screen.getByText(`Renews by itself every month. You won’t be charged for ${missedShort}.`)
  })
})

test.each([
  ['whose payment failed', halted, 'Payment failed'],
  ['that was stopped', stopped, `Ends ${dayOf(renews, false, 'short')}`],
  ['that is paid', paid, undefined],
])(
  'in the activity the status of a plan %s stays, and a second badge says more, in its row alone',
  async (_which, details, second) => {
    const row = { plan_name: 'Growth', upgrade_status: false, start_date: '2026-10-12' }
    serve({
      profile: profileOf(details),
      activity: [
        { ...row, status: true, end_date: null },
        { ...row, status: false, end_date: '2026-10-12' },
      ],
    })
    openApp('/dashboard/subscription')
    const table = await screen.findByRole('table', { name: 'Subscription Activity' })
    const badges = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((shown) =>
        [...(within(shown).getAllByRole('cell')[0]?.firstElementChild?.children ?? [])].map(
          ({ textContent }) => textContent,
        ),
      )
    expect(badges).toEqual([['Active', ...(second ? [second] : [])], ['Canceled']])
  },
)

describe('before a plan ends', () => {
  test.each([
    ['pending', pending],
    ['halted', halted],
    ['authorised', authorised],
    ['resumed after unpaid time', resumed],
  ])('cancelling one that is %s claims no paid time that is left', async (_state, details) => {
    serve({ profile: profileOf(details) })
    const { user, goTo } = openApp('/dashboard/subscription')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Growth?' })
    expect(dialog.textContent).toContain('Nothing more will be charged.')
    expect(dialog.textContent).not.toContain('be refunded')
    const overdue = 'The overdue $99.50 for Growth won’t be charged.'
    expect(within(dialog).queryAllByText(overdue)).toHaveLength(details === pending ? 1 : 0)
    await user.click(within(dialog).getByRole('button', { name: 'Keep plan' }))
    await act(() => goTo('/dashboard/pricing'))
    await user.click(
      (await screen.findAllByRole('button', { name: 'Subscribe Now' }))[0] as Element,
    )
    expect((await screen.findByRole('dialog')).textContent).not.toContain('be refunded')
  })

  test('cancelling offers to stop renewing, and says what cancelling costs', async () => {
    const called = answer()
    const { user } = openApp('/dashboard/subscription')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Growth?' })
    within(dialog).getByText(/23 paid days of Growth \(about \$76\) won’t be refunded\./)
    within(dialog).getByText(
      `If you stop renewing instead, you keep it until ${dayOf(renews, true)}, and nothing more will be charged.`,
    )
    // The one that confirms first, the harmless one last.
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual([...['Cancel plan', 'Stop renewing', 'Keep plan']])
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
    within(dialog).getByText(/23 paid days of Growth \(about \$76\) won’t be refunded\./)
  })
})
