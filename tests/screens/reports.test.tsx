import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Report } from '../../contract/reports'
import { openApp, settled, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
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
  api.server.use(
    http.get('*/api/reports/', () => HttpResponse.json({ has_figures: true, reports })),
  )

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
    )
    openApp('/dashboard/profile?tab=reports')
    const list = await card()
    await list.findByText('Every Monday at 8:00 AM')
    expect(list.getAllByText('India (Kolkata)')).toHaveLength(3)
    list.getByText('Sent on Nov 23')
    list.getByText('Every month, on the 1st at 8:00 AM')
    list.getByText('Failed on Nov 1')
    list.getByText('The dashboard did not answer.')
    list.getByText('Paused on Nov 20')
    list.getByText('Failed four times in a row.')
    list.getByText('None')
  })

  test('asks before an admin stops somebody else’s, and stops it', async () => {
    await signedInAs('admin')
    answerReports(report({ person: 'Mei Tanaka', is_own: false }))
    api.server.use(
      http.post('*/api/reports/remove/', () => new HttpResponse(null, { status: 204 })),
    )
    const { user } = openApp('/dashboard/profile?tab=reports')
    const list = await card()
    await user.click(
      await list.findByRole('button', { name: 'Actions for Overview of Mei Tanaka' }),
    )
    await user.click(await screen.findByRole('menuitem', { name: 'Stop…' }))
    await screen.findByText('Mei Tanaka won’t get emails about Overview any more.')
    await user.click(screen.getByRole('button', { name: 'Stop it' }))
    await screen.findByText('Mei Tanaka won’t get this report any more.')
    expect(api.requests).toContain('POST /api/reports/remove/')
  })

  test.each(['admin', 'member'] as const)(
    'without reports says to a(n) %s how to get one',
    async (who) => {
      await signedInAs(who)
      openApp('/dashboard/profile?tab=reports')
      const list = await card()
      await list.findByText('No reports yet')
      list.getByRole('link', { name: 'Open the dashboard' })
    },
  )

  test('says so where dashboards have no figures to send', async () => {
    await signedInAs('admin')
    api.server.use(
      http.get('*/api/reports/', () => HttpResponse.json({ has_figures: false, reports: [] })),
    )
    openApp('/dashboard/profile?tab=reports')
    await (await card()).findByText('The dashboards of this site can’t be sent by email.')
  })
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
    const saved: unknown[] = []
    api.server.use(
      http.post('*/api/reports/change/', async ({ request }) => {
        saved.push(await request.json())
        return HttpResponse.json({ message: 'Saved.' })
      }),
    )
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('radio', { name: 'Day' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved).toMatchObject([{ every: 'day', day: null }]))
  })

  test('says why there is no preview yet, and shows it after another try', async () => {
    const busy = 'Many dashboards are being read at this moment. Please try again in a few seconds.'
    let isBusy = true
    api.server.use(
      http.post('*/api/reports/preview/', () =>
        isBusy
          ? HttpResponse.json({ error: busy, message: busy }, { status: 503 })
          : HttpResponse.json({ html: '<p>Today’s figures</p>' }),
      ),
    )
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('radio', { name: 'Day' }))
    await dialog.findByText(busy)
    isBusy = false
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(dialog.queryByText(busy)).toBeNull())
    expect(dialog.queryByRole('alert')).toBeNull()
    expect(dialog.getByRole('radio', { name: 'Day', checked: true })).toBeTruthy()
  })

  test('says in itself, where it can be seen, that one more mail is on its way', async () => {
    api.server.use(
      http.post('*/api/reports/send-now/', () => new HttpResponse(null, { status: 204 })),
    )
    const { user, dialog, button } = await openDialog()
    await user.click(button)
    const text = await dialog.findByText(/^It is on its way to .+@.+\.$/)
    expect(text.closest('[role="status"]')).not.toBeNull()
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
    const button = dialog.getByRole('button', { name: 'Resume' })
    await waitFor(() => expect(button.ariaDisabled).not.toBe('true'))
    await user.click(button)
    await dialog.findByText('The report is resumed.')
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Send one now' }))
  })
})

describe('the page that a mail’s link opens', () => {
  const title = 'Acme Analytics Overview'
  const answerStop = () =>
    api.server.use(
      http.post('*/api/reports/stop/', () => HttpResponse.json({ report_id: 'report-1', title })),
    )
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
    const asked: unknown[] = []
    api.server.use(
      http.post('*/api/reports/subscribe/', async ({ request }) => {
        asked.push(await request.json())
        return HttpResponse.json({ report_id: 'report-2', next_at: null })
      }),
    )
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
