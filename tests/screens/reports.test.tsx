import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Report } from '../../contract/reports'
import { openApp, openAs, settled, signedInAs, toasted } from '../support/render-app'
import { lose, refuse, respond } from '../support/respond'
import { shownTexts } from '../support/shown-rows'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const sentAt = '2026-11-23T02:41:07.000Z'

const report = (changes: Partial<Report> = {}): Report => ({
  report_id: 'report-1',
  person: 'Priya Sharma',
  is_own: true,
  dashboard_id: 'overview',
  dashboard_name: 'Overview',
  every: 'week',
  day: 1,
  hour: 8,
  time_zone: 'Asia/Kolkata',
  state: 'active',
  paused: null,
  next_at: '2099-11-30T02:30:00.000Z',
  last: { at: sentAt, state: 'sent', failure: null },
  ...changes,
})

const answerReports = (...reports: Report[]) =>
  respond('getReports', { has_figures: true, reports })

beforeEach(() => {
  withSettings({ isOurServer: true })
})

describe('the list on the profile', () => {
  const findMenu = (about: string) => screen.findByRole('button', { name: `Actions for ${about}` })
  async function choose(user: ReturnType<typeof openApp>['user'], about: string, item: string) {
    await user.click(await findMenu(about))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }

  test('shows each report’s next mail, the result of its last one, and the reason for a pause', async () => {
    await signedInAs('admin')
    const failed = (at: string, failure: 'dashboard' | 'mail') =>
      ({ last: { at, state: 'failed', failure } }) as const
    const paused = (reason: NonNullable<Report['paused']>['reason']) =>
      ({ state: 'paused', paused: { at: sentAt, reason }, next_at: null }) as const
    const others: Partial<Report>[] = [
      {},
      {
        dashboard_name: 'Sales',
        every: 'month',
        // In the report's zone it is the next day.
        ...failed('2026-10-31T20:41:07.000Z', 'dashboard'),
      },
      { person: 'Mei Tanaka', is_own: false, every: 'day', day: null, ...paused('failures') },
      paused('absence'),
      paused('dashboard'),
      paused('second-factor'),
      { state: 'waiting', last: null, next_at: null, dashboard_name: null },
      { last: null },
      failed(sentAt, 'mail'),
    ]
    answerReports(...others.map((changes, index) => report({ report_id: `${index}`, ...changes })))
    openApp('/dashboard/profile?tab=reports')
    await screen.findByText('Yours and your team’s. Set one up from a dashboard.')
    await screen.findByRole('table', { name: 'Reports by email' })
    const next = 'Next: Mon, Nov 30, 8:00 AM'
    const weekly = 'Every Monday at 8:00 AMIndia (Kolkata)'
    const own = 'PSPriya SharmaYou'
    expect(shownTexts().map((texts) => texts.slice(0, 5))).toEqual([
      [own, 'Overview', weekly, 'Sent on Nov 23', next],
      [
        own,
        'Sales',
        'Every month, on the 1st at 8:00 AMIndia (Kolkata)',
        'Failed on Nov 1The dashboard did not answer.',
        next,
      ],
      [
        'MTMei Tanaka',
        'Overview',
        'Every day at 8:00 AMIndia (Kolkata)',
        'Paused on Nov 23Failed four times in a row.',
        'Next: None',
      ],
      ...[
        'Not signed in for 90 days.',
        'The plan no longer has this dashboard.',
        'Two-factor authentication has to be set up first.',
      ].map((why) => [own, 'Overview', weekly, `Paused on Nov 23${why}`, 'Next: None']),
      // It is gone.
      [own, 'overview', weekly, 'Waiting for the address to be confirmed', 'Next: None'],
      [own, 'Overview', weekly, 'Not sent yet', next],
      [own, 'Overview', weekly, 'Failed on Nov 23The email was not delivered.', next],
    ])
  })

  test('offers for each report what can be done, and asks before an admin stops somebody else’s', async () => {
    const paused = { at: sentAt, reason: 'absence' } as const
    answerReports(
      report({ dashboard_name: 'Own' }),
      report({ report_id: '2', dashboard_name: 'Paused', state: 'paused', paused }),
      report({ report_id: '3', dashboard_name: 'Unconfirmed', state: 'waiting' }),
      report({ report_id: '4', person: 'Mei Tanaka', is_own: false }),
    )
    respond('removeReport')
    const { user } = await openAs('admin', '/dashboard/profile?tab=reports')
    for (const [about, items] of [
      ['Own', ['Change…', 'Send one now', 'Stop']],
      ['Paused', ['Resume', 'Change…', 'Stop']],
      ['Unconfirmed', ['Change…', 'Stop']],
      ['Overview of Mei Tanaka', ['Stop…']],
    ] as const) {
      await user.click(await findMenu(about))
      const shown = await screen.findAllByRole('menuitem')
      expect(shown.map(({ textContent }) => textContent)).toEqual(items)
      await user.keyboard('{Escape}')
    }
    await choose(user, 'Overview of Mei Tanaka', 'Stop…')
    await screen.findByText('Mei Tanaka won’t get emails about Overview any more.')
    expect(api.requests).not.toContain('POST /api/reports/remove/')
    await user.click(screen.getByRole('button', { name: 'Stop it' }))
    await toasted('success', 'Mei Tanaka won’t get this report any more.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.requests).toContain('POST /api/reports/remove/')
  })

  test('acts at once on the user’s own report, and a toast says the result', async () => {
    answerReports(report())
    respond('sendReportNow')
    const { user } = await openAs('admin', '/dashboard/profile?tab=reports')
    await choose(user, 'Overview', 'Send one now')
    await toasted('success', 'It is on its way to admin@acme.test.')
    refuse('sendReportNow', 409)
    await choose(user, 'Overview', 'Send one now')
    await toasted('error', 'The report was not sent.', 'No.')
    refuse('removeReport', 404)
    api.requests.length = 0
    await choose(user, 'Overview', 'Stop')
    await toasted('info', 'This report is no longer there.')
    await waitFor(() => expect(api.requests).toContain('GET /api/reports/'))
    respond('removeReport')
    answerReports()
    await choose(user, 'Overview', 'Stop')
    await toasted('success', 'You won’t get this report any more.')
    await screen.findByText('No reports yet')
  })

  test('without reports says how to get one, or that dashboards have no figures to send', async () => {
    const { queryClient } = await openAs('member', '/dashboard/profile?tab=reports')
    await screen.findByText('No reports yet')
    screen.getByText('The figures of your dashboards. Set one up from a dashboard.')
    screen.getByRole('link', { name: 'Open the dashboard' })
    respond('getReports', { has_figures: false, reports: [] })
    await act(() => queryClient.refetchQueries({ queryKey: ['reports'] }))
    await screen.findByText('The dashboards of this site can’t be sent by email.')
    screen.getByText('No reports by email')
    expect(screen.queryByRole('link', { name: 'Open the dashboard' })).toBeNull()
  })
})

describe('the dialog', () => {
  async function openDialog(changes: Partial<Report> = {}, action = 'Send one now') {
    answerReports(report(changes))
    const { user } = await openAs('admin', '/dashboard/profile?tab=reports')
    await user.click(await screen.findByRole('button', { name: 'Actions for Overview' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Email me this' }))
    const button = dialog.getByRole('button', { name: action })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
    return { user, dialog, button }
  }

  test('chooses a day that the new interval has, and none for every day', async () => {
    refuse('changeReport', 409, 'Not now.')
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('It was not saved.')
    dialog.getByText('Not now.')
    await user.click(dialog.getByRole('radio', { name: 'Month' }))
    expect(dialog.queryByText('It was not saved.')).toBeNull()
    const next_at = '2099-11-30T22:00:00.000Z'
    const saved = respond('changeReport', { report_id: 'report-1', next_at })
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Day' }), 'Last day')
    expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Day' }).value).toBe('31')
    await user.click(dialog.getByRole('radio', { name: 'Week' }))
    await user.selectOptions(dialog.getByLabelText('Hour'), '7:00 AM')
    expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Day' }).value).toBe('1')
    await user.click(dialog.getByRole('radio', { name: 'Day' }))
    dialog.getByText('The figures and tables of Acme Analytics Overview, to admin@acme.test.')
    expect(dialog.getByLabelText('Time zone')).toHaveProperty('value', 'Asia/Kolkata')
    await user.selectOptions(dialog.getByLabelText('Time zone'), 'Asia/Tokyo')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await toasted('success', 'Next email: Tuesday, December 1, 2099.')
    expect(saved).toEqual([
      { report_id: 'report-1', every: 'day', day: null, hour: 7, time_zone: 'Asia/Tokyo' },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('says why there is no preview yet, and shows it after another try', async () => {
    const busy = 'Many dashboards are being read at this moment. Please try again in a few seconds.'
    const asked = respond('previewReport', { error: busy, message: busy }, 503)
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('radio', { name: 'Day' }))
    expect((await dialog.findByRole('alert')).textContent).toContain(busy)
    expect(asked).toHaveLength(1)
    const html =
      '<p style="color: red">Today’s <a href="/">figures</a></p><img src="/x"><style>@media (prefers-color-scheme: dark) { p { color: blue } }</style>'
    respond('previewReport', { html })
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(dialog.queryByText(busy)).toBeNull())
    expect(dialog.queryByRole('alert')).toBeNull()
    const mail = dialog.getByRole('region', { name: 'Preview' }).querySelector('[inert]')
    expect(mail?.shadowRoot?.innerHTML).toMatch(/^<p[^>]*>Today’s <a[^>]*>figures<\/a><\/p>$/)
    expect(mail?.shadowRoot?.querySelector('a')?.hasAttribute('href')).toBe(false)
    expect(mail?.shadowRoot?.querySelector('p')?.style.color).toBe('red')
    const rules = mail?.shadowRoot?.adoptedStyleSheets[0]?.cssRules ?? []
    expect([...rules].map(({ cssText }) => cssText).join()).toMatch(/^@media not all/)
  })

  test('reads the dashboard on phones only once a preview is asked for', async () => {
    window.happyDOM.setViewport({ width: 390 })
    const asked = respond('previewReport', { html: '<p>Figures</p>' })
    const { user, dialog } = await openDialog()
    expect(asked).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Show a preview' }))
    await waitFor(() => expect(asked).toHaveLength(1))
  })

  test('says in itself, where it can be seen, that one more mail is on its way', async () => {
    respond('sendReportNow')
    const { user, dialog, button } = await openDialog()
    await user.click(button)
    const text = await dialog.findByText(/^It is on its way to .+@.+\.$/)
    expect(text.closest('[role="status"]')).not.toBeNull()
    refuse('sendReportNow', 429)
    await user.click(button)
    await dialog.findByText('You can send three an hour.')
    expect(text.isConnected).toBe(false)
    lose('removeReport')
    const stop = dialog.getByRole('button', { name: 'Stop' })
    await user.click(stop)
    await dialog.findByText(
      'We couldn’t confirm it: the report may have been stopped. Please check.',
    )
    // It is gone, and so is its dialog.
    refuse('removeReport', 404)
    await user.click(stop)
    await toasted('info', 'This report is no longer there.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  const confirmFirst = 'Please confirm your address first: we emailed a link to admin@acme.test.'
  test.each([
    ['waiting', /^Next email: /, ['Save', 'Stop', 'Cancel'], confirmFirst],
    [
      'paused',
      'Paused. Resume to get it again.',
      ['Save', 'Resume', 'Stop', 'Cancel'],
      'It is saved. The report stays paused.',
    ],
  ] as const)('of a report that is %s can send none, and says so', async (...row) => {
    const [state, now, names, text] = row
    const paused = state === 'paused' ? ({ at: sentAt, reason: 'failures' } as const) : null
    const { user, dialog, button } = await openDialog({ state, paused, next_at: null }, 'Save')
    const buttons = dialog.getAllByRole('button').map(({ textContent }) => textContent)
    expect(buttons.filter(Boolean)).toEqual(names)
    dialog.getByText(now)
    respond('changeReport', { report_id: 'report-1', next_at: null })
    await user.click(button)
    await toasted('success', text)
  })
})

describe('the button at a dashboard', () => {
  test('says what comes', async () => {
    const failed = { at: sentAt, state: 'failed', failure: 'mail' } as const
    const { queryClient } = await openAs('admin', '/dashboard/main')
    for (const [name, ...reports] of [
      ['Email me this'],
      ['Emailed on Mondays', report()],
      ['Email me this', report({ is_own: false })],
      ['Emailed on Mondays (with a problem)', report({ last: failed })],
      ['Email me this', report({ dashboard_id: 'sales' })],
      ['Emailed every month', report({ every: 'month' })],
      ['Emailed on Mondays (with a problem)', report({ state: 'paused' })],
    ] as const) {
      answerReports(...reports)
      await act(() => queryClient.refetchQueries({ queryKey: ['reports'] }))
      await screen.findByRole('button', { name })
    }
  })

  test('opens a form, which takes twenty reports at most', async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.setSystemTime('2027-02-01T22:30:00.000Z')
    const others = Array.from({ length: 20 }, (_, index) =>
      report({ report_id: `other-${index}`, dashboard_id: `other-${index}` }),
    )
    // Other people's don't count.
    answerReports(...others.slice(1), report({ report_id: 'theirs', is_own: false }))
    const { user, queryClient } = await openAs('admin', '/dashboard/main')
    await user.click(await screen.findByRole('button', { name: 'Email me this' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Email me this' }))
    const button = dialog.getByRole('button', { name: 'Email me every Monday' })
    expect(button).toHaveProperty('disabled', false)
    expect(dialog.getByText(/^First email: /).textContent).toBe(
      'First email: Monday, February 8, 2027 at 8:00 AM.',
    )
    dialog.getByText('It is 7:30 AM there now.')
    // The chosen one has the focus, in place of the first.
    expect(document.querySelector('dialog [autofocus]')).toHaveProperty('value', 'week')
    answerReports(...others)
    await act(() => queryClient.refetchQueries({ queryKey: ['reports'] }))
    await dialog.findByText('You can have up to twenty reports. Stop one first.')
    expect(button).toHaveProperty('disabled', true)
    answerReports()
    await act(() => queryClient.refetchQueries({ queryKey: ['reports'] }))
    const saved = respond('subscribeReport', {
      report_id: 'new',
      next_at: '2099-11-30T22:30:00.000Z',
    })
    await user.click(button)
    await toasted('success', 'First email: Tuesday, December 1, 2099.')
    expect(saved).toEqual([
      { dashboard_id: 'overview', every: 'week', day: 1, hour: 8, time_zone: 'Asia/Tokyo' },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the page that a mail’s link opens', () => {
  const title = 'Acme Analytics Overview'
  const answerStop = () => respond('stopReport', { report_id: 'report-1', title })

  test('stops the report after a press, not before, and says which it was, or why that failed', async () => {
    const { user } = openApp('/stop-report/a-token')
    const button = await screen.findByRole('button', { name: 'Stop these emails' })
    expect(api.requests).toEqual([])
    await user.click(button)
    await screen.findByText('The report was not stopped.')
    await screen.findByText('This link has expired. Please sign in to stop the report.')
    lose('stopReport')
    await user.click(button)
    await screen.findByText('We couldn’t confirm it: it may have been stopped. Please check.')
    answerStop()
    await user.click(button)
    await screen.findByText(/^You won’t get emails about Acme Analytics Overview any more\./)
    screen.getByRole('link', { name: 'Sign in' })
    expect(screen.queryByRole('button', { name: 'Email me again' })).toBeNull()
  })

  test('resumes the mails for their recipient, if signed in, on the former schedule', async () => {
    answerReports(report({ every: 'month', day: 31, hour: 7 }))
    answerStop()
    const asked = respond('subscribeReport', { report_id: 'report-2', next_at: null })
    const { user } = await openAs('member', '/stop-report/a-token')
    await waitFor(() => expect(api.requests).toEqual(['GET /api/reports/']))
    // Answers show a moment later.
    await settled()
    await user.click(screen.getByRole('button', { name: 'Stop these emails' }))
    answerReports()
    refuse('subscribeReport', 409, 'Not now.')
    await user.click(await screen.findByRole('button', { name: 'Email me again' }))
    await screen.findByText('The emails did not start again.')
    await user.click(screen.getByRole('button', { name: 'Email me again' }))
    await screen.findByText(`You’ll get emails about ${title} again, as often as before.`)
    expect(asked).toEqual([
      { dashboard_id: 'overview', every: 'month', day: 31, hour: 7, time_zone: 'Asia/Kolkata' },
    ])
  })

  test('resumes nothing for anybody else, not even an admin who sees the report', async () => {
    answerReports(report({ is_own: false }))
    answerStop()
    await openAs('admin', '/stop-report/a-token')
    await waitFor(() => expect(api.requests).toEqual(['GET /api/reports/']))
    await settled()
    screen.getByRole('button', { name: 'Stop these emails' }).click()
    await screen.findByText(/^You won’t get emails about/)
    screen.getByRole('link', { name: 'Open the dashboard' })
    expect(screen.queryByRole('button', { name: 'Email me again' })).toBeNull()
  })

  test('stops the report even if the reader’s session is over, and nobody can name its dashboard any more', async () => {
    await signedInAs('member')
    const over = () => HttpResponse.json({ error: 'Over', message: 'Over' }, { status: 401 })
    api.server.use(http.get('*/api/reports/', over), http.post('*/api/token/refresh/', over))
    respond('stopReport', { report_id: 'report-1', title: null })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    openApp('/stop-report/a-token')
    await screen.findByText('Your session has expired. Please sign in again.')
    screen.getByRole('button', { name: 'Stop these emails' }).click()
    await screen.findByText(
      'You won’t get these emails any more. On its dashboard, ‘Email me this’ starts them again.',
    )
    screen.getByRole('link', { name: 'Sign in' })
  })
})
