import { expect, onTestFinished, test, vi } from 'vitest'
import type { ReportSchedule } from '../../contract/reports'
import { type Conditions, defaultConditions } from '../../mocks/conditions'
import { answerFrom, passTime } from '../../mocks/mock-api'
import { demoAdmin, demoMember, demoPassword } from '../../server/demo/demo'
import { hour, minute } from '../../server/lib/time'
import { listReports } from '../../server/reports/reports'
import { add, set } from '../../server/store/change'
import type { CapturedMail } from '../support/conformance/captured-mails'
import { reportOf } from '../support/report-examples'
import { requestTo } from '../support/request-to'
import { openScenario } from '../support/scenario'
import { openShop } from './billing/organisation'

/*
 * Months of reports (D142), lived in mock mode by its clock, and read in its mailbox.
 */

const berlin = 'Europe/Berlin'
const daily = (hour: number): ReportSchedule => ({
  ...{ every: 'day', day: null, hour, time_zone: berlin },
})

/** Mock mode with Acme on a plan of ten dashboards, from a time on. */
async function liveFrom(start: string) {
  // The data's own times are of then, too.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(start) })
  // Mock mode's log says of each attempt that it failed.
  const logs = (['info', 'error'] as const).map((name) => vi.spyOn(console, name))
  for (const log of logs) log.mockImplementation(() => {})
  onTestFinished(() => {
    vi.useRealTimers()
    for (const log of logs) log.mockRestore()
  })
  const { data } = await openScenario('admin,subscribed:growth')
  const conditions: Conditions = structuredClone(defaultConditions)
  const began = Date.now()
  let now = began
  const seen = new Map<string, CapturedMail>()

  async function answer(path: string, given: Parameters<typeof requestTo>[1] = {}) {
    const response = await answerFrom(data, requestTo(path, given), {
      ...conditions,
      clock: now - began,
    })
    const text = await response.text()
    expect(response.status, text).toBeLessThan(300)
    return text && JSON.parse(text)
  }
  /** What somebody does who signs in for it. */
  async function act(email: string, path: string, body?: unknown) {
    const credentials = { email, password: demoPassword }
    const { access } = await answer('/api/login/', { body: credentials })
    return await answer(path, { body, token: access })
  }
  /** Moves the clock ahead, as the panel does, and reads the mailbox. */
  async function visit(time: number) {
    await passTime(data, now, time, 'http://localhost', conditions)
    now = time
    for (const mail of await answer('/dev/mailbox.json')) seen.set(JSON.stringify(mail), mail)
  }
  return {
    data,
    conditions,
    act,
    visit,
    async subscribe(schedule: ReportSchedule, email = demoAdmin.email, dashboard_id = 'overview') {
      const path = '/api/reports/subscribe/'
      const { report_id } = await act(email, path, { dashboard_id, ...schedule })
      return report_id as string
    },
    /** A report as an admin's list has it. */
    async listed(id: string) {
      const { reports } = await act(demoAdmin.email, '/api/reports/')
      return reports.find(({ report_id }: { report_id: string }) => report_id === id)
    },
    /** Visits until a time, at odd intervals. */
    async liveUntil(end: number) {
      for (let turn = 0; now < end; turn += 1) {
        const gap = [5, 31, 170, 3, 90][turn % 5] ?? 24
        await visit(Math.min(end, now + gap * hour))
      }
    },
    /** The mails of reports so far that say so, the oldest first. */
    mailed: (text = '') =>
      [...seen.values()]
        .filter((mail) => mail.text.includes('/stop-report/') && mail.text.includes(text))
        .sort((one, other) => one.at.localeCompare(other.at)),
    /** The mails so far about a pause. */
    paused: () => [...seen.values()].filter(({ subject }) => subject.endsWith(' are paused')),
  }
}

/** A month with a change of clocks: the day of the change, and what they are ahead of UTC before and after it. */
interface Month {
  name: string
  changeOn: number
  before: string
  after: string
  /** What two o'clock is in that night. */
  atTwo: string
}

const months: readonly [what: string, month: Month][] = [
  [
    'an hour that comes twice',
    {
      name: '2026-10',
      changeOn: 25,
      before: '+02:00',
      after: '+01:00',
      atTwo: '2026-10-25T02:00+02:00',
    },
  ],
  [
    'an hour that is skipped',
    {
      name: '2027-03',
      changeOn: 28,
      before: '+01:00',
      after: '+02:00',
      atTwo: '2027-03-28T03:00+02:00',
    },
  ],
]

test.each(months)('every mail of a month with %s comes once, at its hour', async (_what, month) => {
  const { name, changeOn, before, after, atTwo } = month
  const days = Array.from({ length: 31 }, (_, index) => index + 1)
  const dueOn = (day: number, hour: number) => {
    if (day === changeOn && hour === 2) return new Date(atTwo)
    const [date, time] = [day, hour].map((number) => String(number).padStart(2, '0'))
    return new Date(`${name}-${date}T${time}:00${day < changeOn ? before : after}`)
  }
  const isSunday = (day: number) =>
    new Date(`${name}-${String(day).padStart(2, '0')}`).getUTCDay() === 0

  const begin = dueOn(1, 0)
  const { subscribe, liveUntil, mailed } = await liveFrom(begin.toISOString())
  const reports: [schedule: ReportSchedule, says: string, dueDays: number[]][] = [
    [daily(2), 'every day at 02:00', days],
    [daily(23), 'every day at 23:00', days],
    [{ ...daily(8), every: 'week', day: 7 }, 'every Sunday at 08:00', days.filter(isSunday)],
    [{ ...daily(7), every: 'month', day: 1 }, 'on the 1st at 07:00', [1]],
    [{ ...daily(7), every: 'month', day: 31 }, 'on the last day at 07:00', [31]],
  ]
  for (const [schedule] of reports) await subscribe(schedule)
  await liveUntil(dueOn(31, 23).getTime() + hour - 1)

  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: berlin,
    hourCycle: 'h23',
    hour: '2-digit',
  })
  for (const [schedule, says, dueDays] of reports) {
    const dues = dueDays.map((day) => dueOn(day, schedule.hour))
    const times = mailed(says).map(({ at }) => new Date(at))
    // The last due time at or before each mail, by which it came within the hour.
    const dueOf = (time: Date) => dues.findLast((due) => due <= time)
    expect(times.map(dueOf), says).toEqual(dues)
    for (const [index, time] of times.entries()) {
      const due = dues[index] ?? time
      expect(time.getTime() - due.getTime()).toBeLessThan(50 * minute)
      expect(clock.format(time)).toBe(clock.format(due))
    }
  }
  const all = reports.reduce((sum, [, , dueDays]) => sum + dueDays.length, 0)
  expect(mailed()).toHaveLength(all)
  for (const { to } of mailed()) expect(to).toBe(demoAdmin.email)
})

const start = '2026-10-01T06:00:00Z'
const dayOf = (date: string) => new Date(`${date}T12:00:00Z`).getTime()

test('who is removed gets no more, and the list has lost their report', async () => {
  const { data, subscribe, liveUntil, mailed, listed, act } = await liveFrom(start)
  const own = await subscribe(daily(9))
  const theirs = await subscribe(daily(10), demoMember.email)
  await liveUntil(dayOf('2026-10-05'))
  expect(await listed(theirs)).toMatchObject({ state: 'active', last: { state: 'sent' } })
  const { members } = await act(demoAdmin.email, '/api/team/')
  const { member_id } = members.find(({ email }: { email: string }) => email === demoMember.email)
  await act(demoAdmin.email, '/api/team/remove/', { member_id })
  await liveUntil(dayOf('2026-10-10'))
  expect(await listed(theirs)).toBeUndefined()
  expect(data.reports.map(({ id }) => id)).toEqual([own])
  expect(await listed(own)).toMatchObject({ state: 'active' })
  expect(mailed('every day at 10:00').map(({ to }) => to)).toEqual(Array(5).fill(demoMember.email))
  expect(mailed('every day at 09:00')).toHaveLength(10)
})

test('who loses the dashboard with the plan reads so in a mail and in the list', async () => {
  const { subscribe, liveUntil, mailed, listed, act, paused } = await liveFrom(start)
  const id = await subscribe(daily(9), demoAdmin.email, 'sales')
  await liveUntil(dayOf('2026-10-05'))
  expect(await listed(id)).toMatchObject({ dashboard_name: 'Sales', state: 'active' })
  await act(demoAdmin.email, '/api/cancel-subscription/', {})
  await liveUntil(dayOf('2026-10-10'))
  expect(await listed(id)).toMatchObject({
    dashboard_name: null,
    state: 'paused',
    paused: { reason: 'dashboard' },
    next_at: null,
  })
  expect(mailed()).toHaveLength(5)
  expect(paused().map(({ subject }) => subject)).toEqual(['Your mails about Sales are paused'])
  expect(paused()[0]?.text).toContain('plan no longer has this dashboard')
})

test('one that fails four times in a row is paused, says so, and goes on when it is told to', async () => {
  const { subscribe, liveUntil, mailed, listed, act, paused, conditions } = await liveFrom(start)
  const id = await subscribe(daily(9))
  await liveUntil(dayOf('2026-10-02'))
  conditions.failures.frame = 'network'
  await liveUntil(dayOf('2026-10-04'))
  expect(await listed(id)).toMatchObject({
    state: 'active',
    last: { state: 'failed', failure: 'dashboard' },
  })
  await liveUntil(dayOf('2026-10-09'))
  expect(await listed(id)).toMatchObject({
    state: 'paused',
    paused: { reason: 'failures' },
    next_at: null,
  })
  expect(mailed()).toHaveLength(2)
  expect(paused()).toHaveLength(1)
  expect(paused()[0]?.text).toContain('failed four times in a row')
  conditions.failures = {}
  await act(demoAdmin.email, '/api/reports/resume/', { report_id: id })
  await liveUntil(dayOf('2026-10-11'))
  expect(await listed(id)).toMatchObject({ state: 'active', last: { state: 'sent' } })
  expect(mailed().slice(2)).toHaveLength(2)
})

test('nobody gets mails for more than ninety days without signing in, and reads why', async () => {
  const { subscribe, liveUntil, mailed, listed, paused } = await liveFrom(start)
  const id = await subscribe(daily(9))
  await liveUntil(dayOf('2027-01-15'))
  // Its ninetieth day ends on 30 December.
  expect(mailed().at(-1)?.at.slice(0, 10)).toBe('2026-12-29')
  expect(mailed()).toHaveLength(90)
  expect(paused()).toHaveLength(1)
  expect(paused()[0]?.text).toContain('You haven’t signed in for 90 days.')
  expect(await listed(id)).toMatchObject({ state: 'paused', paused: { reason: 'absence' } })
})

test('a card that fails is named in the mail, which has the others, and counts as sent', async () => {
  const shop = await openShop()
  const { services, caller, passTo } = shop
  const { user } = await caller()
  await services.store.save(set('users', { id: user.id }, { isAddressProven: true }))
  await services.store.save(add('reports', reportOf(user)))
  const { figuresFor } = services.dashboards
  services.dashboards.figuresFor = async (...of) => {
    const figures = await figuresFor?.(...of)
    if (!figures) throw new Error('The sample has figures')
    return { ...figures, failed: [{ name: 'Orders', reason: 'It took too long.' }] }
  }
  await passTo(new Date('2026-03-02T12:00:00Z'))
  const [mail] = await services.store.all('mails', { userId: user.id })
  expect(mail?.text).toContain('‘Orders’ couldn’t be read this time. It took too long.')
  expect(mail?.html).toContain('Orders')
  expect(mail?.text).toMatch(/^[\w ]+: US\$[\d,]+$/m)
  const { reports } = await listReports(services, await caller())
  expect(reports).toMatchObject([{ state: 'active', last: { state: 'sent', failure: null } }])
})
