import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Report } from '../../contract/reports'
import { serveDashboards } from '../support/open-dashboard'
import { openApp, settled, signedInAs } from '../support/render-app'
import { refuse, respond } from '../support/respond'
import { shownTexts } from '../support/shown-rows'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

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
  last: { at: '2026-11-23T02:41:07.000Z', state: 'sent', failure: null },
  ...changes,
})

const answerReports = (...reports: Report[]) =>
  respond('getReports', { has_figures: true, reports })

beforeEach(() => {
  withSettings({ isOurServer: true })
})

describe('the list on the profile', () => {
  const card = async () => {
    await screen.findByRole('heading', { name: 'Reports by email' })
    await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull())
    const heading = screen.getByRole('heading', { name: 'Reports by email' })
    return within(heading.closest('section') as HTMLElement)
  }

  test('shows each report’s next mail, the result of its last one, and the reason for a pause', async () => {
    await signedInAs('admin')
    answerReports(
      report(),
      report({
        report_id: 'report-2',
        dashboard_name: 'Sales',
        every: 'month',
        last: { at: '2026-11-01T02:41:07.000Z', state: 'failed', failure: 'dashboard' },
      }),
      report({
        report_id: 'report-3',
        person: 'Mei Tanaka',
        is_own: false,
        every: 'day',
        day: null,
        state: 'paused',
        paused: { at: '2026-11-20T00:00:00.000Z', reason: 'failures' },
        next_at: null,
      }),
      report({
        report_id: 'report-4',
        state: 'paused',
        paused: { at: '2026-11-20T00:00:00.000Z', reason: 'absence' },
        next_at: null,
      }),
      report({ report_id: 'report-5', state: 'waiting', last: null, next_at: null }),
      report({ report_id: 'report-6', last: null }),
      report({
        report_id: 'report-7',
        last: { at: '2026-11-23T02:41:07.000Z', state: 'failed', failure: 'mail' },
      }),
    )
    openApp('/dashboard/profile?tab=reports')
    const list = await card()
    list.getByText('Yours and your team’s. Set one up from a dashboard.')
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
        'Paused on Nov 20Failed four times in a row.',
        'Next: None',
      ],
      [own, 'Overview', weekly, 'Paused on Nov 20Not signed in for 90 days.', 'Next: None'],
      [own, 'Overview', weekly, 'Waiting for the address to be confirmed', 'Next: None'],
      [own, 'Overview', weekly, 'Not sent yet', next],
      [own, 'Overview', weekly, 'Failed on Nov 23The email was not delivered.', next],
    ])
  })

  test.each<[string, Partial<Report>, string[]]>([
    ['own', {}, ['Change…', 'Send one now', 'Stop']],
    [
      'own, paused',
      { state: 'paused', paused: { at: '2026-11-20T00:00:00.000Z', reason: 'absence' } },
      ['Resume', 'Change…', 'Stop'],
    ],
    ['own, unconfirmed', { state: 'waiting' }, ['Change…', 'Stop']],
    ['somebody else’s', { is_own: false, person: 'Mei Tanaka' }, ['Stop…']],
  ])('offers for a report that is %s what can be done', async (_which, changes, items) => {
    await signedInAs('admin')
    answerReports(report(changes))
    const { user } = openApp('/dashboard/profile?tab=reports')
    await user.click(await screen.findByRole('button', { name: /^Actions for Overview/ }))
    const shown = await screen.findAllByRole('menuitem')
    expect(shown.map(({ textContent }) => textContent)).toEqual(items)
  })

  test.each([
    ['Send one now', 'sendReportNow', 204, 'success', 'It is on its way to admin@acme.test.', ''],
    ['Send one now', 'sendReportNow', 429, 'error', 'You can send three an hour.', 'No.'],
    ['Send one now', 'sendReportNow', 409, 'error', 'The report was not sent.', 'No.'],
    ['Stop', 'removeReport', 204, 'success', 'You won’t get this report any more.', ''],
    ['Stop', 'removeReport', 404, 'info', 'This report is no longer there.', ''],
  ] as const)(
    '‘%s’ (%s: %i) acts at once, and a toast says the result',
    async (item, call, status, tone, text, detail) => {
      await signedInAs('admin')
      answerReports(report())
      status === 204 ? respond(call) : refuse(call, status)
      const { user } = openApp('/dashboard/profile?tab=reports')
      await user.click(await screen.findByRole('button', { name: 'Actions for Overview' }))
      if (item === 'Stop') answerReports()
      await user.click(await screen.findByRole('menuitem', { name: item }))
      await toasted(tone, text, detail)
      if (item === 'Stop') await screen.findByText('No reports yet')
    },
  )

  test('asks before an admin stops somebody else’s, and stops it', async () => {
    await signedInAs('admin')
    answerReports(report({ person: 'Mei Tanaka', is_own: false }))
    respond('removeReport')
    const { user } = openApp('/dashboard/profile?tab=reports')
    const list = await card()
    await user.click(
      await list.findByRole('button', { name: 'Actions for Overview of Mei Tanaka' }),
    )
    await user.click(await screen.findByRole('menuitem', { name: 'Stop…' }))
    await screen.findByText('Mei Tanaka won’t get emails about Overview any more.')
    await user.click(screen.getByRole('button', { name: 'Stop it' }))
    await toasted('success', 'Mei Tanaka won’t get this report any more.')
    expect(api.requests).toContain('POST /api/reports/remove/')
  })

  test.each(['admin', 'member'] as const)(
    'without reports says to a(n) %s how to get one',
    async (who) => {
      await signedInAs(who)
      openApp('/dashboard/profile?tab=reports')
      const list = await card()
      await list.findByText('No reports yet')
      expect(list.queryByText('Yours and your team’s. Set one up from a dashboard.') !== null).toBe(
        who === 'admin',
      )
      list.getByRole('link', { name: 'Open the dashboard' })
    },
  )

  test('says so where dashboards have no figures to send', async () => {
    await signedInAs('admin')
    respond('getReports', { has_figures: false, reports: [] })
    openApp('/dashboard/profile?tab=reports')
    const list = await card()
    await list.findByText('The dashboards of this site can’t be sent by email.')
    list.getByText('No reports by email')
    expect(list.queryByRole('link')).toBeNull()
  })
})

test.each([
  ['nobody’s', [], 'Email me this'],
  ['somebody else’s', [report({ is_own: false })], 'Email me this'],
  ['another one’s', [report({ dashboard_id: 'sales' })], 'Email me this'],
  ['the user’s', [report()], 'Emailed on Mondays'],
  ['a paused', [report({ state: 'paused' })], 'Emailed on Mondays (with a problem)'],
])('with %s report a button says so beside the dashboard', async (_whose, reports, name) => {
  await signedInAs('admin')
  serveDashboards(['Overview'])
  answerReports(...reports)
  openApp('/dashboard/main')
  await screen.findByRole('button', { name })
})

describe('the dialog', () => {
  async function openDialog() {
    await signedInAs('admin')
    answerReports(report())
    const { user } = openApp('/dashboard/profile?tab=reports')
    await user.click(await screen.findByRole('button', { name: 'Actions for Overview' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Email me this' }))
    const button = dialog.getByRole('button', { name: 'Send one now' })
    await waitFor(() => expect(button.ariaDisabled).not.toBe('true'))
    return { user, dialog, button }
  }

  test('chooses a day that the new interval has, and none for every day', async () => {
    const next_at = '2099-12-01T01:30:00.000Z'
    const saved = respond('changeReport', { report_id: 'report-1', next_at })
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('radio', { name: 'Month' }))
    const days = within(dialog.getByRole('combobox', { name: 'Day' }))
    expect(
      days
        .getAllByRole('option')
        .slice(-2)
        .map(({ textContent }) => textContent),
    ).toEqual(['28th', 'Last day'])
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Day' }), 'Last day')
    await user.click(dialog.getByRole('radio', { name: 'Week' }))
    await user.selectOptions(dialog.getByLabelText('Hour'), '7:00 AM')
    expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Day' }).value).toBe('1')
    await user.click(dialog.getByRole('radio', { name: 'Day' }))
    dialog.getByText('The figures and tables of Acme Analytics Overview, to admin@acme.test.')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await toasted('success', 'Next email: Tuesday, December 1, 2099.')
    expect(saved).toEqual([
      { report_id: 'report-1', every: 'day', day: null, hour: 7, time_zone: 'Asia/Kolkata' },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that is saved in vain says why, until something is changed', async () => {
    const body = { error: 'Not now.', message: 'Not now.' }
    respond('changeReport', body, 409)
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('It was not saved.')
    dialog.getByText('Not now.')
    await user.click(dialog.getByRole('radio', { name: 'Day' }))
    expect(dialog.queryByText('It was not saved.')).toBeNull()
  })

  test('says why there is no preview yet, and shows it after another try', async () => {
    const busy = 'Many dashboards are being read at this moment. Please try again in a few seconds.'
    let isBusy = true
    api.server.use(
      http.post('*/api/reports/preview/', () =>
        isBusy
          ? HttpResponse.json({ error: busy, message: busy }, { status: 503 })
          : HttpResponse.json({ html: '<p>Today’s <a href="/">figures</a></p><img src="/x">' }),
      ),
    )
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('radio', { name: 'Day' }))
    await dialog.findByText(busy)
    isBusy = false
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(dialog.queryByText(busy)).toBeNull())
    expect(dialog.queryByRole('alert')).toBeNull()
    const mail = dialog.getByRole('region', { name: 'Preview' }).querySelector('[inert]')
    expect(mail?.shadowRoot?.innerHTML).toMatch(/^<p[^>]*>Today’s <a[^>]*>figures<\/a><\/p>$/)
    expect(mail?.shadowRoot?.querySelector('a')?.hasAttribute('href')).toBe(false)
    expect(dialog.getByRole('radio', { name: 'Day', checked: true })).toBeTruthy()
  })

  test('says in itself, where it can be seen, that one more mail is on its way', async () => {
    respond('sendReportNow')
    const { user, dialog, button } = await openDialog()
    await user.click(button)
    const text = await dialog.findByText(/^It is on its way to .+@.+\.$/)
    expect(text.closest('[role="status"]')).not.toBeNull()
    for (const [status, reason] of [
      [429, 'You can send three an hour.'],
      [404, 'This report is no longer there.'],
    ] as const) {
      api.server.use(http.post('*/api/reports/send-now/', () => new HttpResponse(null, { status })))
      await user.click(button)
      await screen.findByText(reason)
    }
  })

  test('‘Go on’ leaves the focus where it is', async () => {
    let state: Partial<Report> = {
      state: 'paused',
      paused: { at: '2026-11-20T00:00:00.000Z', reason: 'failures' },
      next_at: null,
    }
    await signedInAs('admin')
    api.server.use(
      http.get('*/api/reports/', () =>
        HttpResponse.json({ has_figures: true, reports: [report(state)] }),
      ),
      http.post('*/api/reports/resume/', () => {
        state = {}
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = openApp('/dashboard/profile?tab=reports')
    await user.click(await screen.findByRole('button', { name: 'Actions for Overview' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Email me this' }))
    dialog.getByText('Paused. Resume to get it again.')
    const button = dialog.getByRole('button', { name: 'Resume' })
    await waitFor(() => expect(button.ariaDisabled).not.toBe('true'))
    await user.click(button)
    await dialog.findByText('The report is resumed.')
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Send one now' }))
  })
})

describe('the button at a dashboard', () => {
  const others = Array.from({ length: 20 }, (_, index) =>
    report({ report_id: `other-${index}`, dashboard_id: `other-${index}` }),
  )

  test.each<[string, Report[], string]>([
    ['without a report', [report({ is_own: false })], 'Email me this'],
    ['with a weekly one', [report()], 'Emailed on Mondays'],
    ['with a monthly one', [report({ every: 'month' })], 'Emailed every month'],
    [
      'with one that failed',
      [report({ last: { at: '2026-11-23T02:41:07.000Z', state: 'failed', failure: 'mail' } })],
      'Emailed on Mondays (with a problem)',
    ],
    ['with a paused one', [report({ state: 'paused' })], 'Emailed on Mondays (with a problem)'],
  ])('says %s what comes', async (_which, reports, name) => {
    await signedInAs('admin')
    answerReports(...reports)
    openApp('/dashboard/main')
    await screen.findByRole('button', { name })
  })

  test.each([19, 20])(
    'opens a form, which takes twenty reports at most: after %i',
    async (count) => {
      await signedInAs('admin')
      answerReports(...others.slice(0, count))
      const { user } = openApp('/dashboard/main')
      await user.click(await screen.findByRole('button', { name: 'Email me this' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Email me this' }))
      const button = dialog.getByRole('button', { name: 'Email me every Monday' })
      expect(button).toHaveProperty('disabled', count === 20)
      const full = 'You can have up to twenty reports. Stop one first.'
      expect(dialog.queryAllByText(full)).toHaveLength(count === 20 ? 1 : 0)
      expect(dialog.queryAllByText(/^First email: /)).toHaveLength(count === 20 ? 0 : 1)
    },
  )
})

describe('the page that a mail’s link opens', () => {
  const title = 'Acme Analytics Overview'
  const answerStop = () => respond('stopReport', { report_id: 'report-1', title })
  test('stops the report after a press, not before, and says which it was', async () => {
    answerStop()
    const { user } = openApp('/stop-report/a-token')
    const button = await screen.findByRole('button', { name: 'Stop these emails' })
    expect(api.requests).toEqual([])
    await user.click(button)
    await screen.findByText(/^You won’t get emails about Acme Analytics Overview any more\./)
    screen.getByRole('link', { name: 'Sign in' })
    expect(screen.queryByRole('button', { name: 'Email me again' })).toBeNull()
    expect(api.requests).toEqual(['POST /api/reports/stop/'])
  })

  test('resumes the mails for their recipient, if signed in, on the former schedule', async () => {
    await signedInAs('member')
    answerReports(report({ every: 'month', day: 31, hour: 7 }))
    answerStop()
    const asked = respond('subscribeReport', { report_id: 'report-2', next_at: null })
    const { user } = openApp('/stop-report/a-token')
    await waitFor(() => expect(api.requests).toEqual(['GET /api/reports/']))
    // Answers show a moment later.
    await settled()
    await user.click(screen.getByRole('button', { name: 'Stop these emails' }))
    answerReports()
    await user.click(await screen.findByRole('button', { name: 'Email me again' }))
    await screen.findByText(`You’ll get emails about ${title} again, as often as before.`)
    expect(asked).toEqual([
      { dashboard_id: 'overview', every: 'month', day: 31, hour: 7, time_zone: 'Asia/Kolkata' },
    ])
  })

  test('resumes nothing for anybody else, not even an admin who sees the report', async () => {
    await signedInAs('admin')
    answerReports(report({ is_own: false }))
    answerStop()
    openApp('/stop-report/a-token')
    await waitFor(() => expect(api.requests).toEqual(['GET /api/reports/']))
    await settled()
    screen.getByRole('button', { name: 'Stop these emails' }).click()
    await screen.findByText(/^You won’t get emails about/)
    screen.getByRole('link', { name: 'Open the dashboard' })
    expect(screen.queryByRole('button', { name: 'Email me again' })).toBeNull()
  })

  test('stops the report even if the reader’s session is over', async () => {
    await signedInAs('member')
    const over = () => HttpResponse.json({ error: 'Over', message: 'Over' }, { status: 401 })
    api.server.use(http.get('*/api/reports/', over), http.post('*/api/token/refresh/', over))
    answerStop()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    openApp('/stop-report/a-token')
    await screen.findByText('Your session has expired. Please sign in again.')
    screen.getByRole('button', { name: 'Stop these emails' }).click()
    await screen.findByText(/^You won’t get emails about/)
    screen.getByRole('link', { name: 'Sign in' })
  })

  test('says so of a report that nobody can name any more', async () => {
    respond('stopReport', { report_id: 'r', title: null })
    const { user } = openApp('/stop-report/a-token')
    await user.click(await screen.findByRole('button', { name: 'Stop these emails' }))
    await screen.findByText(
      'You won’t get these emails any more. On its dashboard, ‘Email me this’ starts them again.',
    )
  })

  test('says why stopping failed, and offers a retry', async () => {
    const { user } = openApp('/stop-report/a-token')
    await user.click(await screen.findByRole('button', { name: 'Stop these emails' }))
    await screen.findByText('The report was not stopped.')
    await screen.findByText('This link has expired. Please sign in to stop the report.')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Stop these emails' }).ariaBusy).not.toBe('true'),
    )
  })
})
