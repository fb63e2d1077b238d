import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Figures } from '../../server/api/dashboards'
import { BusyError } from '../../server/api/http-error'
import { rateLimits } from '../../server/api/limits'
import { networkOf } from '../../server/api/networks'
import type { Store } from '../../server/api/store'
import { createJobs } from '../../server/app/jobs'
import { day, hour, later, minute } from '../../server/lib/time'
import { reportHandlers } from '../../server/reports/calls'
import { createReportJob } from '../../server/reports/job'
import {
  changeReport,
  listReports,
  resumeReport,
  sendReportNow,
  subscribeReport,
} from '../../server/reports/reports'
import { mayDeliver, recordDelivery } from '../../server/reports/sending'
import type { ReportRow } from '../../server/reports/tables'
import { reportOfToken } from '../../server/reports/token'
import { add, remove, set } from '../../server/store/change'
import type { Job } from '../../server/work/job'
import { memoryAndSql } from '../support/every-store'
import { dueExample as due, figuresExample, reportOf } from '../support/report-examples'
import { openShop } from './billing/organisation'
import { refusalOf } from './billing/provider'

const start = '2026-03-01T12:00:00.000Z'

const everyDay = { every: 'day', day: null, hour: 8, time_zone: 'UTC' } as const

/** What becomes of reports in time; `conformance/reports.ts` has how they are asked for. */
describe.each(memoryAndSql)('a report, in %s', (name, open) => {
  let opened: Store | undefined
  /** How each organisation's dashboard answers: jobs of one server make the reports of all. */
  const dashboards = new Map<string, () => Promise<Figures>>()
  afterEach(async () => {
    await opened?.close()
    opened = undefined
  })

  /** An organisation whose admin has a report. */
  async function openReports(changes: Partial<ReportRow> = {}) {
    opened ??= await open()
    const shop = await openShop(opened, start)
    const { services, pass } = shop
    const { store } = services
    const answers = (answer: () => Promise<Figures>) => {
      dashboards.set(shop.organisation.id, answer)
    }
    answers(async () => figuresExample(1_000))
    services.dashboards = {
      ...services.dashboards,
      figuresFor: async (organisation) => {
        const answer = dashboards.get(organisation.id)
        if (!answer) throw new Error('There is no such dashboard.')
        return await answer()
      },
    }
    const { user } = await shop.caller()
    const id = user.id
    await store.save(set('users', { id }, { isAddressProven: true }))
    const report = reportOf(user, services.clock(), changes)
    await store.save(add('reports', report))
    const job: Job = createReportJob(services, () => 1)
    const at = (time: Date) => pass(time.getTime() - services.clock().getTime())
    async function run() {
      for (const task of await job.take(9)) await task.run()
    }
    return {
      ...shop,
      user,
      store,
      job,
      at,
      answers,
      run,
      async runAt(time: Date) {
        at(time)
        await run()
      },
      row: async () => await store.one('reports', { id: report.id }),
      mails: async () => await store.all('mails', { userId: id, reportId: report.id }),
      notices: async () =>
        (await store.all('mails', { userId: id, reportId: null })).map(({ subject }) => subject),
    }
  }

  /** Reports of one time are made within an hour. */
  function expectSpread(report: ReportRow | null) {
    const spread = Number(report?.runAt) - Number(report?.dueAt)
    expect(spread).toBeGreaterThan(0)
    expect(spread).toBeLessThan(hour)
  }

  test('is made once for each due time, and compares with the one before', async () => {
    const { run, runAt, mails, row, answers } = await openReports({ attempts: 2 })
    await run()
    expect(await mails()).toEqual([])
    await runAt(due)
    await run()
    const [first] = await mails()
    expect(first?.text).toContain('Revenue: US$1,000\n')
    expect(first?.unsubscribe).toMatch(/\/api\/reports\/unsubscribe\/\?token=\S+$/)
    const next = await row()
    const anew = { attempts: 0, failures: 0, lastFailure: null }
    expect(next).toMatchObject({ dueAt: later(due, day), ...anew })
    expectSpread(next)
    answers(async () => figuresExample(1_100))
    await runAt(later(due, day + hour))
    const texts = (await mails()).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts.join()).toContain('Revenue: US$1,100 (+10.0%)')
    expect(texts.join()).toContain('3 March 2026, compared with 2 March\n')
  })

  test('that is asked for leaves the next one as it is', async () => {
    const { run, mails, row, services, caller } = await openReports()
    const before = await row()
    const report_id = before?.id ?? ''
    const wake = vi.spyOn(services.work, 'wake')
    await sendReportNow(services, await caller(), report_id)
    expect(wake).toHaveBeenCalledOnce()
    // It doesn't wait for the next one, whenever that comes.
    const inTokyo = { ...everyDay, hour: 17, time_zone: 'Asia/Tokyo' }
    await changeReport(services, await caller(), 'de-DE', { report_id, ...inTokyo })
    await run()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.text).toContain('Revenue: 1.000\u00a0$\n')
    expect(mail?.text).toContain('every day at 17:00 Japan time.')
    expect(await row()).toMatchObject({ dueAt: before?.dueAt, askedAt: null, locale: 'de-DE' })
    expectSpread(await row())
  })

  test('that an outage made late is made once within six hours, and later not at all', async () => {
    const { runAt, mails, row } = await openReports()
    await runAt(later(due, 2 * day + 5 * hour))
    expect(await mails()).toEqual([])
    expect((await row())?.dueAt).toEqual(later(due, 3 * day))
    await runAt(later(due, 3 * day + 5 * hour))
    expect(await mails()).toHaveLength(1)
  })

  test('ends with its person, and its mail in the outbox is delivered only while it may be', async () => {
    const { runAt, mails, store, user, services, caller } = await openReports()
    services.mail = { captures: false }
    await runAt(due)
    const [mail] = await mails()
    if (!mail) throw new Error('There is no mail.')
    expect(await mayDeliver(services, mail)).toBe(true)
    const { id, email } = user
    await store.save(set('users', { id }, { formerEmail: 'former@example.test' }))
    expect(await mayDeliver(services, mail)).toBe(false)
    await store.save(set('users', { id }, { formerEmail: null }))
    expect(await mayDeliver(services, { ...mail, to: `other.${email}` })).toBe(false)
    const { withoutPlan } = services
    services.withoutPlan = { ...withoutPlan, dashboards: 0 }
    expect(await mayDeliver(services, mail)).toBe(false)
    const { reports } = await listReports(services, await caller())
    expect(reports).toMatchObject([{ dashboard_name: null }])
    services.withoutPlan = withoutPlan
    await store.save(remove('users', { id }))
    expect(await mayDeliver(services, mail)).toBe(false)
    expect(await store.all('reports', { userId: id })).toEqual([])
    const sent: string[] = []
    const jobs = createJobs(services, async ({ to }) => void sent.push(to))
    const delivery = jobs.find((one) => one.name === 'mail')
    for (const task of (await delivery?.take(9)) ?? []) await task.run()
    expect([sent, await mails()]).toEqual([[], []])
  })

  // SQL decides nothing of what follows.
  if (name !== 'memory') return

  test('is tried again while its dashboard doesn’t answer, paused after four days of that, and says so', async () => {
    const { runAt, mails, row, answers, notices, store, organisation, services, caller } =
      await openReports()
    answers(async () => {
      throw new Error('It took too long.')
    })
    const failures = new Set<number | undefined>()
    for (let tries = 0; tries < 160 && !(await row())?.pausedAt; tries += 1) {
      await runAt((await row())?.runAt ?? due)
      failures.add((await row())?.failures)
    }
    expect([...failures]).toEqual([0, 1, 2, 3, 4])
    const paused = { pauseReason: 'failures', lastFailure: 'dashboard', runAt: null, dueAt: null }
    expect(await row()).toMatchObject(paused)
    expect(await mails()).toEqual([])
    expect(await notices()).toEqual(['Your emails about Overview are paused'])
    expect((await listReports(services, await caller())).reports).toMatchObject([
      { state: 'paused', paused: { reason: 'failures' }, last: { failure: 'dashboard' } },
    ])
    const entry = (await store.findHistory(organisation.id, null, 99)).at(-1)
    expect(entry).toMatchObject({ action: 'report-paused', details: { report: 'Overview' } })
  })

  test('that was asked for is tried for six hours, whenever the next one is due', async () => {
    const { row, runAt, answers, services, caller } = await openReports()
    answers(async () => {
      throw new Error('It took too long.')
    })
    await sendReportNow(services, await caller(), (await row())?.id ?? '')
    for (let tries = 0; tries < 40 && (await row())?.failures === 0; tries += 1) {
      await runAt((await row())?.runAt ?? due)
    }
    expect(await row()).toMatchObject({ failures: 1, dueAt: due })
    expect(Number(services.clock())).toBeLessThan(Number(later(new Date(start), 7 * hour)))
  })

  test('whose mails are refused four times in a row is paused; one that arrives begins anew', async () => {
    const { runAt, row, services } = await openReports()
    const reportId = (await row())?.id ?? ''
    const refuse = () => recordDelivery(services, { reportId }, '550 No such user')
    const isRefused = async () => {
      await runAt((await row())?.runAt ?? due)
      await refuse()
    }
    for (const failures of [1, 2, 3]) {
      await isRefused()
      expect(await row()).toMatchObject({ failures, lastFailure: 'mail', pausedAt: null })
    }
    await recordDelivery(services, { reportId }, null)
    await runAt((await row())?.runAt ?? due)
    expect(await row()).toMatchObject({ failures: 0, lastFailure: null })
    for (let turn = 0; turn < 4; turn += 1) await isRefused()
    expect(await row()).toMatchObject({ pauseReason: 'failures', failures: 4 })
    // A mail that was on its way counts no more.
    await refuse()
    expect(await row()).toMatchObject({ failures: 4 })
  })

  test('that is paused stays so until its person resumes it, whatever they change, and then begins anew', async () => {
    const paused = { pausedAt: due, pauseReason: 'failures', dueAt: null, runAt: null } as const
    const { row, services, caller } = await openReports({ ...paused, failures: 4 })
    const report_id = (await row())?.id ?? ''
    await changeReport(services, await caller(), 'en-GB', { report_id, ...everyDay })
    expect(await row()).toMatchObject({ ...paused, failures: 4 })
    expect(await refusalOf(sendReportNow(services, await caller(), report_id))).toEqual([
      409,
      'This report is paused. Go on with it first.',
    ])
    await resumeReport(services, await caller(), report_id)
    const resumed = { pausedAt: null, pauseReason: null, dueAt: due, failures: 0 }
    expect(await row()).toMatchObject(resumed)
    await changeReport(services, await caller(), 'en-GB', { report_id, ...everyDay, hour: 20 })
    expect(await row()).toMatchObject({ dueAt: later(due, -12 * hour) })
    expectSpread(await row())
  })

  const reasons: Record<string, (of: Reports) => unknown> = {
    /** Its person hasn't signed in for 90 days. */
    async absence({ store, user }) {
      await store.save(set('users', { id: user.id }, { createdAt: later(due, -91 * day) }))
      const seenAt = later(due, -91 * day)
      await store.save(set('sessions', { userId: user.id }, { lastActiveAt: seenAt }))
      const browser = { userId: user.id, browser: 'Edge', network: '' }
      await store.save(add('knownBrowsers', { ...browser, seenAt }))
    },
    /** The plan has it no longer. */
    dashboard: ({ services }) => Object.assign(services, { withoutPlan: { dashboards: 0 } }),
    /** It is overdue. */
    async 'second-factor'({ store, services, user }) {
      services.twoFactor.mode = 'admins'
      await store.save(set('users', { id: user.id }, { secondFactorDue: later(due, -1) }))
    },
  }
  const words: Record<string, string> = {
    absence: 'You haven’t signed in for 90 days.',
    dashboard: 'Your organisation’s plan no longer has this dashboard.',
    'second-factor': 'You have to set up two-factor authentication first.',
  }
  test.each(Object.entries(reasons))('is paused for the reason ‘%s’', async (reason, arrange) => {
    const of = await openReports({ createdAt: later(due, -100 * day) })
    await arrange(of)
    await of.runAt(due)
    expect(await of.row()).toMatchObject({ pauseReason: reason, runAt: null })
    expect(await of.mails()).toEqual([])
    const [notice, ...others] = await of.store.all('mails', { userId: of.user.id })
    expect(others).toEqual([])
    expect(notice?.text).toContain(words[reason])
    expect(notice?.text).toContain('/dashboard/profile?tab=reports\n')
  })

  test.each<[string, (of: Reports) => unknown]>([
    [
      'they have signed in within 90 days',
      ({ store, user }) => {
        const browser = { userId: user.id, browser: 'Firefox', network: '' }
        return store.save(add('knownBrowsers', { ...browser, seenAt: later(due, -89 * day) }))
      },
    ],
    [
      'they have asked for it since',
      ({ store, user }) =>
        store.save(set('reports', { userId: user.id }, { createdAt: later(due, -89 * day) })),
    ],
  ])('is made for somebody who isn’t signed in if %s', async (_why, arrange) => {
    const of = await openReports({ createdAt: later(due, -100 * day) })
    await reasons.absence?.(of)
    await arrange(of)
    await of.runAt(due)
    expect(await of.mails()).toHaveLength(1)
  })

  test('of an organisation is made after its others, and only so often a day', async () => {
    const { at, job, run, mails, store, user, services, errors } = await openReports()
    await store.save(add('reports', reportOf(user, services.clock())))
    const mailReport = [{ by: ['organisation'] as const, calls: 1, window: day }]
    services.rateLimits = { ...rateLimits(), mailReport }
    at(due)
    const tasks = await job.take(9)
    expect(tasks).toHaveLength(1)
    await tasks[0]?.run()
    await run()
    expect(await store.all('mails', { userId: user.id })).toHaveLength(1)
    expect((await mails()).length).toBeLessThan(2)
    expect(errors.join()).toContain('An organisation has used up its reports of a day')
  })

  test('that was changed while it was being made stays as it is, and one that isn’t made is given back', async () => {
    const { at, job, row, answers, services, caller } = await openReports()
    const report_id = (await row())?.id ?? ''
    const take = async () => {
      at((await row())?.runAt ?? due)
      return await createReportJob(services, () => 1).take(9)
    }
    for (const isMade of [true, false]) {
      answers(async () => (isMade ? figuresExample(1) : Promise.reject(new Error('It is down.'))))
      const [task] = await take()
      await changeReport(services, await caller(), 'en-GB', { report_id, ...everyDay, hour: 20 })
      const changed = await row()
      await task?.run()
      expect(await row()).toEqual(changed)
    }
    await (await take())[0]?.release()
    expect(await job.take(9)).toHaveLength(1)
  })

  test('is refused beyond twenty of a person, and a thousand of an organisation', async () => {
    const { services, caller, store, user, join } = await openReports()
    const network = networkOf('192.0.2.1')
    const body = { dashboard_id: 'overview', ...everyDay }
    const ask = async () =>
      refusalOf(subscribeReport(services, await caller(), network, 'en-GB', body))
    const addReports = (count: number, of: typeof user) =>
      store.save(add('reports', ...Array.from({ length: count }, () => reportOf(of, due))))
    await addReports(19, user)
    expect(await ask()).toEqual([409, 'You can have up to twenty reports. Stop one first.'])
    await store.save(remove('reports', { userId: user.id }))
    await addReports(1_000, join('other', false))
    const text = 'Your organisation can have up to a thousand reports. Stop one first.'
    expect(await ask()).toEqual([409, text])
  })

  test('can be stopped by the link of its mail for 400 days', async () => {
    const { at, runAt, mails, row, services } = await openReports()
    await runAt(due)
    const [, token = ''] = (await mails())[0]?.unsubscribe?.split('token=') ?? []
    at(later(due, 399 * day))
    expect(reportOfToken(services, token)).toBe((await row())?.id)
    at(later(due, 400 * day))
    expect(reportOfToken(services, token)).toBeNull()
  })

  test('has a preview, which says that it failed, and is refused to whoever has lost the dashboard or the session meanwhile', async () => {
    const { services, store, answers, caller, pass } = await openReports()
    const by = await caller()
    const body = { dashboard_id: 'overview', time_zone: 'UTC' }
    const call = { services, caller: by, body, header: () => 'de-DE,en;q=0.5' } as never
    const { html } = await reportHandlers.previewReport(call)
    expect(html).toContain('1.000\u00a0$')
    pass(minute)
    answers(() => Promise.reject(new BusyError('', 1)))
    await expect(reportHandlers.previewReport(call)).rejects.toMatchObject({ status: 503 })
    answers(() => Promise.reject(new Error('It took too long.')))
    await expect(reportHandlers.previewReport(call)).rejects.toMatchObject({ status: 502 })
    const { withoutPlan } = services
    for (const status of [404, 401]) {
      services.withoutPlan = withoutPlan
      pass(minute)
      answers(async () => {
        if (status === 404) services.withoutPlan = { dashboards: 0 }
        else await store.save(remove('sessions', { id: by.sessionId }))
        return figuresExample(1_000)
      })
      await expect(reportHandlers.previewReport(call)).rejects.toMatchObject({ status })
    }
  })

  type Reports = Awaited<ReturnType<typeof openReports>>
})
