import type { RequestOf, ResponseOf } from '../../contract/calls'
import { mostReports } from '../../contract/reports'
import type { Caller } from '../api/caller'
import { HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import type { Services } from '../api/services'
import { addressMail } from '../auth/proven-address'
import { dashboardsOf } from '../dashboards/dashboards'
import { mayAskAddress } from '../mail/outbox'
import { byUser } from '../people/author'
import { isProven } from '../people/person'
import type { User } from '../people/tables'
import { add, type Decision, not, oneOf, remove, set } from '../store/change'
import { type Author, entryOf } from '../store/entry'
import { dueAfter, requireSchedule } from './schedule'
import { nameOf, titleOf } from './sending'
import type { ReportRow } from './tables'
import { reportOfToken } from './token'

/*
 * Dashboards by mail (D142): everybody subscribes for themselves; admins see everybody's, and can stop them.
 */

/** The maximum of an organisation: a list of them stays readable, and its mails within the day's limit. */
const mostOfOrganisation = 1_000

const noSuchReport = () => new HttpError(404, 'There is no such report.')

/** @returns one of the caller's dashboards. @throws HttpError 404 if they don't have it, or it has no figures. */
export function requireDashboard(services: Services, { live }: Pick<Caller, 'live'>, id: string) {
  const dashboard = dashboardsOf(services, live).find((one) => one.id === id)
  if (!dashboard || !services.dashboards.figuresFor) {
    throw new HttpError(404, 'Your organisation has no such dashboard.')
  }
  return dashboard
}

/** @returns the caller's reports, then for admins those of others, by age. */
export async function listReports(
  services: Services,
  { user, organisation, live }: Caller,
): Promise<ResponseOf<'getReports'>> {
  const { store, dashboards } = services
  const reports = await store.all('reports', visibleReports(user, organisation.id))
  const userIds = [...new Set(reports.map(({ userId }) => userId))]
  const people = userIds.length > 0 ? await store.all('users', { id: oneOf(userIds) }) : []
  const personOf = new Map(people.map((person) => [person.id, person]))
  const names = new Map(dashboardsOf(services, live).map(({ id, name }) => [id, name]))
  const isOwn = ({ userId }: ReportRow) => userId === user.id
  const sorted = reports.toSorted(
    (one, other) =>
      Number(isOwn(other)) - Number(isOwn(one)) ||
      one.createdAt.getTime() - other.createdAt.getTime(),
  )
  return {
    has_figures: dashboards.figuresFor !== undefined,
    reports: sorted.flatMap((report) => {
      const person = personOf.get(report.userId)
      if (!person) return []
      return [
        {
          report_id: report.id,
          person: person.fullName,
          is_own: isOwn(report),
          dashboard_id: report.dashboardId,
          dashboard_name: names.get(report.dashboardId) ?? null,
          every: report.every,
          day: report.day,
          hour: report.hour,
          time_zone: report.timeZone,
          state: stateOf(report, person),
          paused:
            report.pausedAt && report.pauseReason
              ? { at: report.pausedAt.toISOString(), reason: report.pauseReason }
              : null,
          next_at: nextAt(report, person),
          last: report.lastAt && {
            at: report.lastAt.toISOString(),
            state: report.lastFailure === null ? ('sent' as const) : ('failed' as const),
            failure: report.lastFailure,
          },
        },
      ]
    }),
  }
}

/** The condition of reports that a user may see and stop: admins everybody's, others their own. */
const visibleReports = ({ id, isAdmin }: Pick<User, 'id' | 'isAdmin'>, organisationId: string) =>
  isAdmin ? { organisationId } : { userId: id }

/** @returns whether a report is mailed, or why not. @param person the report's owner. */
function stateOf(
  { pausedAt }: Pick<ReportRow, 'pausedAt'>,
  person: Pick<User, 'isAddressProven' | 'formerEmail'>,
): 'waiting' | 'active' | 'paused' {
  if (pausedAt) return 'paused'
  return isProven(person) ? 'active' : 'waiting'
}

/**
 * Subscribes the caller to one of their dashboards. An address that isn't proven yet is asked first (D90).
 * @param locale the format of numbers.
 * @throws FieldsError 422 for a wrong schedule; HttpError 404 as `requireDashboard`, 409 above twenty.
 */
export async function subscribeReport(
  services: Services,
  caller: Caller,
  network: Network,
  locale: string,
  { dashboard_id: dashboardId, ...typed }: RequestOf<'subscribeReport'>,
): Promise<ResponseOf<'subscribeReport'>> {
  const { store, clock } = services
  const { id: dashboard, name } = requireDashboard(services, caller, dashboardId)
  const schedule = requireSchedule(typed)
  const author = byUser(caller.user, network)
  const { id: userId } = caller.user
  const { id: organisationId } = caller.organisation
  const mayMailLink =
    !isProven(caller.user) && (await mayAskAddress(services, caller.user.emailKey))
  const report = await store.change('subscribe-report', { user: userId }, caller, async (read) => {
    const [all, user] = await Promise.all([
      read.all('reports', { organisationId }, 'not-held'),
      read.one('users', { id: userId }),
    ])
    const own = all.filter((one) => one.userId === userId)
    if (own.length >= mostReports) {
      throw new HttpError(409, 'You can have up to twenty reports. Stop one first.', {
        code: 'limit_reached',
      })
    }
    if (all.length >= mostOfOrganisation) {
      throw new HttpError(
        409,
        'Your organisation can have up to a thousand reports. Stop one first.',
        {
          code: 'limit_reached',
        },
      )
    }
    const createdAt = clock()
    const id = crypto.randomUUID()
    const added: ReportRow = {
      id,
      userId,
      organisationId,
      dashboardId: dashboard,
      ...schedule,
      ...dueAfter({ id, ...schedule }, createdAt),
      locale,
      ...fresh,
      lastAt: null,
      lastFailure: null,
      lastFigures: [],
      figuresAt: null,
      createdAt,
    }
    return {
      answer: added,
      writes: [add('reports', added)],
      mails:
        mayMailLink && own.length === 0 && user && !isProven(user)
          ? [addressMail(services, user)]
          : [],
      entries: [
        entryOf(createdAt, organisationId, author, 'report-subscribed', {
          details: { report: name },
        }),
      ],
    }
  })
  return answerOf(report, caller.user)
}

/** The columns of a report without failures, that isn't paused. */
const fresh = {
  askedAt: null,
  attempts: 0,
  failures: 0,
  pausedAt: null,
  pauseReason: null,
}

type Owner = Parameters<typeof stateOf>[1]

/** @returns the time of the next mail, in ISO 8601; null: there is none for now. */
const nextAt = (report: ReportRow, owner: Owner) =>
  stateOf(report, owner) === 'active' ? (report.dueAt?.toISOString() ?? null) : null

const answerOf = (report: ReportRow, owner: Owner) => ({
  report_id: report.id,
  next_at: nextAt(report, owner),
})

/**
 * Changes one of the caller's own reports.
 * @param decide returns the new values of columns; null: nothing is saved.
 * @returns the changed report.
 */
async function changeOwn(
  { store }: Services,
  caller: Caller,
  id: string,
  decide: (report: ReportRow) => Partial<ReportRow> | null,
): Promise<ReportRow> {
  const lock = { user: caller.user.id }
  return await store.change('change-report', lock, caller, async (read) => {
    const report = await read.one('reports', { id, userId: caller.user.id })
    if (!report) throw noSuchReport()
    const changes = decide(report)
    const answer = { ...report, ...changes }
    if (!changes) return { answer }
    return {
      answer,
      writes: [set('reports', { id }, changes)],
      entries: null,
      unrecorded: 'changes when somebody gets what they asked for, and nothing for others',
    }
  })
}

/** Changes the schedule of one of the caller's reports. @throws FieldsError 422; HttpError 404 for another's. */
export async function changeReport(
  services: Services,
  caller: Caller,
  locale: string,
  { report_id, ...typed }: RequestOf<'changeReport'>,
): Promise<ResponseOf<'changeReport'>> {
  const schedule = requireSchedule(typed)
  const report = await changeOwn(services, caller, report_id, (own) => {
    const changes = { ...schedule, locale }
    if (own.pausedAt) return changes
    const { dueAt, runAt } = dueAfter({ ...own, ...schedule }, services.clock())
    // An additional mail doesn't wait until the new due time.
    return own.askedAt ? { ...changes, dueAt } : { ...changes, dueAt, runAt, attempts: 0 }
  })
  return answerOf(report, caller.user)
}

/** Resumes one of the caller's reports. @throws HttpError 404 for another's. */
export async function resumeReport(services: Services, caller: Caller, id: string): Promise<void> {
  await changeOwn(services, caller, id, (own) =>
    own.pausedAt ? { ...fresh, ...dueAfter(own, services.clock()) } : null,
  )
}

/**
 * Makes an additional mail of one of the caller's reports, now.
 * @throws HttpError 404 for another's, 409 while it is paused or the address isn't proven.
 */
export async function sendReportNow(services: Services, caller: Caller, id: string): Promise<void> {
  await changeOwn(services, caller, id, (own) => {
    const state = stateOf(own, caller.user)
    if (state === 'paused') throw new HttpError(409, 'This report is paused. Go on with it first.')
    if (state === 'waiting') {
      throw new HttpError(409, 'Please confirm your email address first: we emailed you a link.')
    }
    const askedAt = services.clock()
    return { askedAt, runAt: askedAt, attempts: 0 }
  })
  services.work.wake()
}

/** Stops one of the caller's reports; admins may stop those of others. @throws HttpError 404 for any other. */
export async function removeReport(
  services: Services,
  caller: Caller,
  network: Network,
  id: string,
): Promise<void> {
  const { user, organisation } = caller
  const author = byUser(caller.user, network)
  const lock = { user: user.id }
  await services.store.change('remove-report', lock, caller, async (read) => {
    const report = await read.one('reports', { id, ...visibleReports(user, organisation.id) })
    if (!report) throw noSuchReport()
    const person = await read.one('users', { id: report.userId }, 'not-held')
    const isOwn = report.userId === user.id
    const about = isOwn || !person ? {} : { subject: person.fullName, subjectId: person.id }
    return removalOf(services, report, author, about)
  })
}

/**
 * Stops a report by the link of one of its mails. Everybody who has the mail may use it, and learns only the report's title,
 * which the mail says. Succeeds for a report that is gone.
 * @throws HttpError 422 for a link that isn't ours, or too old.
 */
export async function stopReport(
  services: Services,
  network: Network,
  token: string,
): Promise<ResponseOf<'stopReport'>> {
  const id = reportOfToken(services, token)
  if (id === null) {
    throw new HttpError(422, 'This link has expired. Please sign in to stop the report.', {
      code: 'link_expired',
    })
  }
  const lock = { row: 'reports', where: { id } } as const
  const title = await services.store.change('remove-report', lock, null, async (read) => {
    const report = await read.one('reports', { id })
    if (!report) return { answer: null }
    const [person, organisation] = await Promise.all([
      read.one('users', { id: report.userId }, 'not-held'),
      read.one('organisations', { id: report.organisationId }, 'not-held'),
    ])
    if (!person || !organisation) return { answer: null }
    const removal = removalOf(services, report, byUser(person, network), {})
    return { ...removal, answer: titleOf(services, organisation, report.dashboardId) }
  })
  return { report_id: id, title }
}

/** The decision to stop a report, whose waiting mails aren't delivered. */
function removalOf(
  services: Services,
  { id, organisationId, dashboardId }: ReportRow,
  author: Author,
  about: { subject?: string; subjectId?: string },
): Decision<undefined> {
  const entry = { ...about, details: { report: nameOf(services, dashboardId) } }
  const waiting = { reportId: id, nextAttemptAt: not(null) }
  return {
    answer: undefined,
    writes: [remove('reports', { id }), remove('mails', waiting)],
    entries: [entryOf(services.clock(), organisationId, author, 'report-removed', entry)],
  }
}
