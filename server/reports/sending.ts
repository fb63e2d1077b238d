import { scheduleText } from '../../contract/report-schedule'
import type { Figures } from '../api/dashboards'
import { countsOf } from '../api/rate-limit'
import type { Services } from '../api/services'
import { dashboardsOf } from '../dashboards/dashboards'
import { readFigures } from '../dashboards/readings'
import { day, later } from '../lib/time'
import { mailTo, noticeFor } from '../mail/outbox'
import { byOrglens } from '../people/author'
import { isProven } from '../people/person'
import type { Organisation, User } from '../people/tables'
import { above, type Decision, set } from '../store/change'
import { entryOf } from '../store/entry'
import type { Mail, MailContent } from '../store/outgoing-mail'
import { secondFactorDueIn } from '../two-factor/second-factor-due'
import { pausedMail, type ReportParts, reportMail, reportsPage } from './report-mail'
import { dueAfter, makingTimeout } from './schedule'
import type { PauseReason, ReportFailure, ReportRow } from './tables'
import { reportToken } from './token'

/** Milliseconds without a sign-in after which somebody's reports are paused. */
const absence = 90 * day
/** The number of failures in a row that pause a report. */
const mostFailures = 4

/** The outcome of an attempt to make a report. `skipped`: there is no mail this time. */
export type Outcome =
  | { kind: 'skipped' }
  | { kind: 'paused'; reason: PauseReason }
  | { kind: 'made'; figures: Figures; organisation: Organisation; at: Date }

/** Reads the figures of a report's next mail, if it may be made now. @throws Error if the dashboard can't be read. */
export async function makeReport(services: Services, report: ReportRow): Promise<Outcome> {
  const { store, clock } = services
  const now = clock()
  const dueAt = report.askedAt ?? report.dueAt
  if (!dueAt || now > later(dueAt, makingTimeout)) {
    if (report.attempts === 0) return { kind: 'skipped' }
    // Attempts in time have failed.
    throw new Error('The dashboard could not be read in time.')
  }
  const [user, organisation] = await Promise.all([
    store.one('users', { id: report.userId }),
    store.one('organisations', { id: report.organisationId }),
  ])
  if (!user || !organisation || !isProven(user)) return { kind: 'skipped' }
  const reason = await reasonToPause(services, report, user, organisation, now)
  if (reason) return { kind: 'paused', reason }
  const figures = await readFigures(services, organisation, report.dashboardId, 'mail')
  const isMailed = figures && (await mayMail(services, organisation.id, now))
  return isMailed ? { kind: 'made', figures, organisation, at: now } : { kind: 'skipped' }
}

/** Counts a mail against its organisation's limit of a day. @returns whether it may be mailed. */
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

/** @returns the reason to pause a report; null: there is none. */
async function reasonToPause(
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

/** Saves an outcome, with its mail. Saves nothing if the person has stopped or changed the report since. */
export async function recordOutcome(
  services: Services,
  taken: ReportRow,
  outcome: Outcome,
): Promise<void> {
  // Written before the change, which holds the row.
  const content =
    outcome.kind === 'made' &&
    contentOf(services, taken, outcome.organisation, outcome.figures, outcome.at)
  await decideAbout(services, taken, async (report, user) => {
    if (outcome.kind === 'paused') return pause(services, report, user, outcome.reason)
    const next = nextTimes(services, report)
    if (outcome.kind === 'skipped' || !content || !isProven(user)) return update(report, next, [])
    const { figures, at } = outcome
    return update(
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
  await decideAbout(services, taken, async (report, user) =>
    countFailure(services, report, user, 'dashboard', nextTimes(services, report)),
  )
}

/** Records whether a report's mail was delivered. @param failure why it was given up; null: it was delivered. */
export async function recordDelivery(
  services: Services,
  { reportId }: Pick<Mail, 'reportId'>,
  failure: string | null,
): Promise<void> {
  if (reportId === null) return
  await decideAbout(services, { id: reportId }, async (report, user) => {
    if (report.pausedAt) return { answer: undefined }
    if (failure !== null) return countFailure(services, report, user, 'mail', {})
    return report.failures > 0 ? update(report, { failures: 0 }, []) : { answer: undefined }
  })
}

/** Counts a failed mail. Four in a row pause the report. */
function countFailure(
  services: Services,
  report: ReportRow,
  user: User,
  lastFailure: ReportFailure,
  next: Partial<ReportRow>,
): Decision<undefined> {
  const failures = report.failures + 1
  const columns = { failures, lastAt: services.clock(), lastFailure }
  if (failures >= mostFailures) return pause(services, report, user, 'failures', columns)
  return update(report, { ...next, ...columns }, [])
}

/**
 * Changes a report, if it still exists.
 * @param taken.runAt also requires that the lease is still ours; absent: it isn't leased.
 */
async function decideAbout(
  { store }: Services,
  taken: Pick<ReportRow, 'id'> & Partial<Pick<ReportRow, 'runAt'>>,
  decide: (report: ReportRow, user: User) => Promise<Decision<undefined>>,
): Promise<void> {
  const { id } = taken
  const where = taken.runAt ? { id, runAt: taken.runAt } : { id }
  await store.change('move-report', { row: 'reports', where: { id } }, null, async (read) => {
    const report = await read.one('reports', where)
    const user = report && (await read.one('users', { id: report.userId }, 'not-held'))
    return report && user ? await decide(report, user) : { answer: undefined }
  })
}

function update(
  { id }: ReportRow,
  changes: Partial<ReportRow>,
  mails: readonly Mail[],
): Decision<undefined> {
  return {
    answer: undefined,
    writes: [set('reports', { id }, { attempts: 0, ...changes })],
    mails,
    entries: null,
    unrecorded: 'is a mail that its person asked for',
  }
}

/** @returns the times of the mail after this one. An additional mail leaves the due time as it is, unless that is past. */
function nextTimes(services: Services, report: ReportRow): Partial<ReportRow> {
  const now = services.clock()
  const { askedAt, dueAt } = report
  if (askedAt && dueAt && dueAt > now) {
    return { askedAt: null, runAt: dueAfter(report, later(dueAt, -1)).runAt }
  }
  return { askedAt: null, ...dueAfter(report, now) }
}

function pause(
  services: Services,
  report: ReportRow,
  user: User,
  reason: PauseReason,
  more: Partial<ReportRow> = {},
): Decision<undefined> {
  const pausedAt = services.clock()
  const { id, organisationId, dashboardId } = report
  const name = nameOf(services, dashboardId)
  const columns = { pausedAt, pauseReason: reason, dueAt: null, runAt: null, askedAt: null }
  const mail = pausedMail(services, user, name, reason)
  const about = { subject: user.fullName, subjectId: user.id, details: { report: name } }
  return {
    answer: undefined,
    writes: [set('reports', { id }, { attempts: 0, ...more, ...columns })],
    mails: isProven(user) ? [noticeFor(services, user, mail, pausedAt)] : [],
    entries: [entryOf(pausedAt, organisationId, byOrglens(), 'report-paused', about)],
  }
}

/** @returns a dashboard's name, or its id if it is no longer on offer. */
export const nameOf = ({ dashboards }: Services, id: string): string =>
  dashboards.all.find((one) => one.id === id)?.name ?? id

/** @returns the title of a dashboard's mails: 'Acme Analytics Overview'. */
export function titleOf(
  { dashboards }: Services,
  { name }: Pick<Organisation, 'name'>,
  id: string,
): string {
  return `${name} ${dashboards.all.find((one) => one.id === id)?.name ?? ''}`.trim()
}

const linkTo = ({ appUrl }: Services, dashboardId: string) =>
  `${appUrl}/dashboard/main?dashboard=${encodeURIComponent(dashboardId)}`

/** The parts of a dashboard's mail that don't depend on a subscription. */
function partsOf(
  services: Services,
  organisation: Pick<Organisation, 'name'>,
  dashboardId: string,
  figures: Figures,
  now: Date,
) {
  const { productName } = services
  const title = titleOf(services, organisation, dashboardId)
  return { productName, title, figures, now, link: linkTo(services, dashboardId) }
}

function contentOf(
  services: Services,
  report: ReportRow,
  organisation: Pick<Organisation, 'name'>,
  figures: Figures,
  now: Date,
): MailContent {
  const { appUrl } = services
  const { id, dashboardId, locale, timeZone, lastFigures, figuresAt } = report
  const token = reportToken(services, id)
  const mail = reportMail({
    ...partsOf(services, organisation, dashboardId, figures, now),
    before: figuresAt && { figures: lastFigures, at: figuresAt },
    locale,
    timeZone,
    subscription: {
      when: scheduleText(report),
      changeLink: reportsPage(appUrl),
      stopLink: `${appUrl}/stop-report/${token}`,
    },
  })
  const unsubscribe = `${appUrl}/api/reports/unsubscribe/?token=${token}`
  return { ...mail, reportId: id, unsubscribe }
}

/** @returns the HTML of a dashboard's mail as it would be now. @param locale the format of numbers. */
export function previewMail(
  services: Services,
  organisation: Pick<Organisation, 'name'>,
  dashboardId: string,
  figures: Figures,
  { locale, timeZone }: Pick<ReportParts, 'locale' | 'timeZone'>,
): string {
  const parts = partsOf(services, organisation, dashboardId, figures, services.clock())
  return reportMail({ ...parts, before: null, locale, timeZone, subscription: null }).html
}

/**
 * @returns whether a mail may still go out. For a report's mail: the report still exists, and its person may see the
 *   dashboard, and still has this address, which is proven (D90, D142).
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
  return (await reasonToPause(services, report, user, organisation, clock())) === null
}
