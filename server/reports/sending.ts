import { scheduleText } from '../../contract/report-schedule'
import type { Figures } from '../api/dashboards'
import { countsOf } from '../api/rate-limit'
import type { Services } from '../api/services'
import { isProven } from '../auth/proven-address'
import { dashboardsOf } from '../dashboards/dashboards'
import { day, later } from '../lib/time'
import { mailTo, noticeFor } from '../mail/outbox'
import { byOrglens } from '../people/author'
import type { Organisation, User } from '../people/tables'
import { above, type Decision, set } from '../store/change'
import { entryOf } from '../store/entry'
import type { Mail, MailContent } from '../store/outgoing-mail'
import { secondFactorDueIn } from '../two-factor/second-factor-due'
import { pausedMail, type ReportParts, reportMail } from './report-mail'
import { dueAfter, patience } from './schedule'
import type { PauseReason, ReportFailure, ReportRow } from './tables'
import { reportToken } from './token'

/** How long somebody may not have signed in before their reports are paused, in ms. */
const absence = 90 * day
/** After so many in a row a report is paused. */
const mostFailures = 4

/** What an attempt at a report led to. `skipped`: nobody gets this one, and the next one comes in its time. */
export type Made =
  | { kind: 'skipped' }
  | { kind: 'paused'; reason: PauseReason }
  | { kind: 'made'; figures: Figures; organisation: Organisation; at: Date }

/** @returns what a report's next mail has, if it may be made now. @throws Error if the dashboard can't be read. */
export async function makeReport(services: Services, report: ReportRow): Promise<Made> {
  const { store, clock, dashboards } = services
  const now = clock()
  const time = timeOf(report)
  if (!time || now > later(time, patience)) {
    if (report.attempts === 0) return { kind: 'skipped' }
    // Its dashboard was asked in time, in vain.
    throw new Error('The dashboard could not be read in time.')
  }
  const [user, organisation] = await Promise.all([
    store.one('users', { id: report.userId }),
    store.one('organisations', { id: report.organisationId }),
  ])
  if (!user || !organisation || !isProven(user)) return { kind: 'skipped' }
  const reason = await whyPaused(services, report, user, organisation, now)
  if (reason) return { kind: 'paused', reason }
  const figures = await dashboards.figuresFor?.(organisation, report.dashboardId, now)
  const isMailed = figures && (await mayMail(services, organisation.id, now))
  return isMailed ? { kind: 'made', figures, organisation, at: now } : { kind: 'skipped' }
}

/** The time that the present mail is of; null: the report is paused. */
const timeOf = ({ askedAt, dueAt }: Pick<ReportRow, 'askedAt' | 'dueAt'>) => askedAt ?? dueAt

/** Whether an organisation may get another one today. */
async function mayMail(services: Services, organisation: string, now: Date): Promise<boolean> {
  const counts = countsOf(services, 'mailReport', { organisation })
  if (counts.length === 0) return true
  const [wait] = await services.store.countCalls([counts], now)
  if (wait === 0) return true
  services.log.error('An organisation has used up its reports of a day', {
    organisationId: organisation,
  })
  return false
}

/** @returns why somebody gets no more mails of a report; null: they do. */
async function whyPaused(
  services: Services,
  report: ReportRow,
  user: User,
  organisation: Organisation,
  now: Date,
): Promise<PauseReason | null> {
  const { store } = services
  const userId = user.id
  const since = later(now, -absence)
  const live = await store.one('subscriptions', {
    organisationId: organisation.id,
    state: 'live',
  })
  if (!dashboardsOf(services, live).some(({ id }) => id === report.dashboardId)) return 'dashboard'
  if ((await secondFactorDueIn(services, { user, organisation })) === 0) return 'second-factor'
  if (user.createdAt > since || report.createdAt > since) return null
  const [sessions, browsers] = await Promise.all([
    store.all('sessions', { userId, lastActiveAt: above(since) }),
    store.all('knownBrowsers', { userId, seenAt: above(since) }),
  ])
  return sessions.length + browsers.length > 0 ? null : 'absence'
}

/** Saves what became of a report, with its mail: all or nothing, and nothing if its person has stopped or changed it. */
export async function recordMade(services: Services, taken: ReportRow, made: Made): Promise<void> {
  // Written before the change, which holds the row.
  const content =
    made.kind === 'made' &&
    contentOf(services, taken, partsOf(services, taken, made.organisation, made.figures, made.at))
  await move(services, taken, async (report, user) => {
    if (made.kind === 'paused') return pausing(services, report, user, made.reason)
    const next = nextOf(services, report)
    if (made.kind === 'skipped' || !content || !isProven(user)) return moved(report, next, [])
    const { figures, at } = made
    return moved(
      report,
      {
        ...next,
        // An address that refuses mails says so only after the next one was made.
        failures: report.lastFailure === 'mail' ? report.failures : 0,
        lastAt: at,
        lastFailure: null,
        lastFigures: figures.figures.map(({ name, value }) => ({ name, value })),
        figuresAt: at,
      },
      [mailTo(services, user, content, at)],
    )
  })
}

/** Records that a report couldn't be made, because its dashboard couldn't be read. */
export async function recordFailure(services: Services, taken: ReportRow): Promise<void> {
  await move(services, taken, async (report, user) =>
    failing(services, report, user, 'dashboard', nextOf(services, report)),
  )
}

/** Records whether a report's mail was delivered. @param failure why it was given up; null: it was delivered. */
export async function recordDelivery(
  services: Services,
  { reportId }: Pick<Mail, 'reportId'>,
  failure: string | null,
): Promise<void> {
  if (reportId === null) return
  await move(services, { id: reportId }, async (report, user) => {
    if (report.pausedAt) return { answer: undefined }
    if (failure !== null) return failing(services, report, user, 'mail', {})
    return report.failures > 0 ? moved(report, { failures: 0 }, []) : { answer: undefined }
  })
}

/** After four failures in a row a report is paused. */
function failing(
  services: Services,
  report: ReportRow,
  user: User,
  lastFailure: ReportFailure,
  next: Partial<ReportRow>,
): Decision<undefined> {
  const failures = report.failures + 1
  const failed = { failures, lastAt: services.clock(), lastFailure }
  if (failures >= mostFailures) return pausing(services, report, user, 'failures', failed)
  return moved(report, { ...next, ...failed }, [])
}

/** Decides about a report, if it is there and still as given. */
async function move(
  { store }: Services,
  given: Pick<ReportRow, 'id'> & Partial<Pick<ReportRow, 'runAt'>>,
  decide: (report: ReportRow, user: User) => Promise<Decision<undefined>>,
): Promise<void> {
  const { id } = given
  const where = given.runAt ? { id, runAt: given.runAt } : { id }
  await store.change('move-report', { row: 'reports', where: { id } }, null, async (read) => {
    const report = await read.one('reports', where)
    const user = report && (await read.one('users', { id: report.userId }, 'not-held'))
    return report && user ? await decide(report, user) : { answer: undefined }
  })
}

function moved(
  { id }: ReportRow,
  to: Partial<ReportRow>,
  mails: readonly Mail[],
): Decision<undefined> {
  return {
    answer: undefined,
    writes: [set('reports', { id }, { attempts: 0, ...to })],
    mails,
    entries: null,
    unrecorded: 'is a mail that its person asked for',
  }
}

/** The time after the present mail: one that was asked for leaves the due one where it is, unless its time is over. */
function nextOf(services: Services, report: ReportRow): Partial<ReportRow> {
  const now = services.clock()
  const { askedAt, dueAt } = report
  if (askedAt && dueAt && dueAt > now) {
    return { askedAt: null, runAt: dueAfter(report, later(dueAt, -1)).runAt }
  }
  return { askedAt: null, ...dueAfter(report, now) }
}

function pausing(
  services: Services,
  report: ReportRow,
  user: User,
  reason: PauseReason,
  more: Partial<ReportRow> = {},
): Decision<undefined> {
  const { clock, dashboards, appUrl, productName } = services
  const pausedAt = clock()
  const { id, organisationId, dashboardId } = report
  const name = dashboards.all.find((one) => one.id === dashboardId)?.name ?? dashboardId
  const stop = { pausedAt, pauseReason: reason, dueAt: null, runAt: null, askedAt: null }
  const mail = pausedMail({
    productName,
    fullName: user.fullName,
    dashboard: name,
    reason,
    link: `${appUrl}/dashboard/profile`,
  })
  const about = { subject: user.fullName, subjectId: user.id, details: { report: name } }
  return {
    answer: undefined,
    writes: [set('reports', { id }, { attempts: 0, ...more, ...stop })],
    mails: isProven(user) ? [noticeFor(services, user, mail, pausedAt)] : [],
    entries: [entryOf(pausedAt, organisationId, byOrglens(), 'report-paused', about)],
  }
}

/** What a report's mail is made of. */
function partsOf(
  services: Services,
  report: ReportRow,
  organisation: Pick<Organisation, 'name'>,
  figures: Figures,
  now: Date,
): ReportParts {
  const { appUrl, productName } = services
  const { dashboardId, locale, timeZone, lastFigures, figuresAt } = report
  return {
    productName,
    title: titleOf(services, organisation, dashboardId),
    figures,
    before: figuresAt && { figures: lastFigures, at: figuresAt },
    locale,
    timeZone,
    now,
    link: linkTo(services, dashboardId),
    subscription: {
      when: scheduleText(report),
      changeLink: `${appUrl}/dashboard/profile`,
      stopLink: `${appUrl}/stop-report/${reportToken(services, report.id)}`,
    },
  }
}

/** @returns how a dashboard's mails call it: 'Acme Analytics Overview'. */
export function titleOf(
  { dashboards }: Services,
  { name }: Pick<Organisation, 'name'>,
  id: string,
): string {
  return `${name} ${dashboards.all.find((one) => one.id === id)?.name ?? ''}`.trim()
}

const linkTo = ({ appUrl }: Services, dashboardId: string) =>
  `${appUrl}/dashboard/main?dashboard=${encodeURIComponent(dashboardId)}`

/** The contents of a report's mail. */
function contentOf(services: Services, { id }: ReportRow, parts: ReportParts): MailContent {
  const token = reportToken(services, id)
  const unsubscribe = `${services.appUrl}/api/reports/unsubscribe/?token=${token}`
  return { ...reportMail(parts), reportId: id, unsubscribe }
}

/**
 * @returns the mail of a dashboard as it would be now, in HTML.
 * @param locale how numbers are written.
 */
export function previewMail(
  services: Services,
  organisation: Pick<Organisation, 'name'>,
  dashboardId: string,
  figures: Figures,
  { locale, timeZone }: Pick<ReportParts, 'locale' | 'timeZone'>,
): string {
  const { productName, clock } = services
  return reportMail({
    productName,
    title: titleOf(services, organisation, dashboardId),
    figures,
    before: null,
    locale,
    timeZone,
    now: clock(),
    link: linkTo(services, dashboardId),
    subscription: null,
  }).html
}

/**
 * @returns whether a mail may still go out: if it is one of a report, that is there, its person may still see the dashboard, and
 *   has the address, which is proven (D90, D142).
 */
export async function mayDeliver(
  services: Services,
  { reportId, to }: Pick<Mail, 'reportId' | 'to'>,
): Promise<boolean> {
  if (reportId === null) return true
  const { store, clock } = services
  const report = await store.one('reports', { id: reportId })
  if (!report) return false
  const [user, organisation] = await Promise.all([
    store.one('users', { id: report.userId }),
    store.one('organisations', { id: report.organisationId }),
  ])
  if (!user || !organisation || user.emailKey !== to || !isProven(user)) return false
  return (await whyPaused(services, report, user, organisation, clock())) === null
}
