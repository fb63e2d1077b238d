import * as v from 'valibot'
import { type Endpoint, type Examples, forAnybody, forMembers } from './endpoint'
import { isoDate, longest, textUpTo } from './text'

/* Reports: a dashboard's figures by mail, for everybody who subscribes (D142). */

export const mostReports = 20

const wrongDay = 'Please choose a day.'
const wrongHour = 'Please choose an hour from 0 to 23.'

/** The schedule of a report, in local time of its zone. */
const schedule = {
  every: v.picklist(['day', 'week', 'month']),
  /** A weekday, from 1 (Monday) to 7. Or a day of the month: 1 to 28, or 31 for the last. Null: every day. */
  day: v.nullable(
    v.pipe(v.number(), v.integer(wrongDay), v.minValue(1, wrongDay), v.maxValue(31, wrongDay)),
  ),
  hour: v.pipe(
    v.number(),
    v.integer(wrongHour),
    v.minValue(0, wrongHour),
    v.maxValue(23, wrongHour),
  ),
  time_zone: textUpTo(longest.timeZone),
}

const scheduleObject = v.object(schedule)
export type ReportSchedule = v.InferOutput<typeof scheduleObject>

const report = v.object({
  report_id: v.string(),
  /** The name of the report's recipient. */
  person: v.string(),
  is_own: v.boolean(),
  dashboard_id: v.string(),
  /** Null: the organisation no longer has the dashboard. */
  dashboard_name: v.nullish(v.string(), null),
  ...schedule,
  /** `waiting`: the recipient has to prove their address first (D90). */
  state: v.picklist(['waiting', 'active', 'paused']),
  paused: v.nullish(
    v.object({
      at: isoDate,
      /** `absence`: nobody has signed in for long. `dashboard`: the plan has it no longer. */
      reason: v.picklist(['failures', 'absence', 'dashboard', 'second-factor']),
    }),
    null,
  ),
  /** Null while the report waits or is paused. */
  next_at: v.nullish(isoDate, null),
  last: v.nullish(
    v.object({
      at: isoDate,
      state: v.picklist(['sent', 'failed']),
      /** `dashboard`: it had no figures to read. `mail`: it couldn't be delivered. */
      failure: v.nullish(v.picklist(['dashboard', 'mail']), null),
    }),
    null,
  ),
})
export type Report = v.InferOutput<typeof report>

const saved = v.object({ report_id: v.string(), next_at: v.nullish(isoDate, null) })
const about = v.object({ report_id: textUpTo(longest.id) })

export const reportCalls = {
  /** The caller's reports; for admins all reports, which they can only stop. */
  getReports: {
    isOurs: true,
    method: 'GET',
    path: '/api/reports/',
    request: null,
    response: v.object({
      /** Whether the site's dashboards have figures: without them there are no reports. */
      has_figures: v.nullish(v.boolean(), true),
      reports: v.array(report),
    }),
    ...forMembers,
  },
  subscribeReport: {
    isOurs: true,
    method: 'POST',
    path: '/api/reports/subscribe/',
    request: v.object({ dashboard_id: textUpTo(longest.id), ...schedule }),
    response: saved,
    ...forMembers,
  },
  changeReport: {
    isOurs: true,
    method: 'POST',
    path: '/api/reports/change/',
    request: v.object({ report_id: textUpTo(longest.id), ...schedule }),
    response: saved,
    ...forMembers,
  },
  removeReport: {
    isOurs: true,
    method: 'POST',
    path: '/api/reports/remove/',
    request: about,
    response: null,
    ...forMembers,
  },
  resumeReport: {
    isOurs: true,
    method: 'POST',
    path: '/api/reports/resume/',
    request: about,
    response: null,
    ...forMembers,
  },
  /** Mails a report once now, in addition to its schedule. */
  sendReportNow: {
    isOurs: true,
    method: 'POST',
    path: '/api/reports/send-now/',
    request: about,
    response: null,
    ...forMembers,
  },
  /** Returns the mail with today's figures. */
  previewReport: {
    isOurs: true,
    method: 'POST',
    path: '/api/reports/preview/',
    request: v.object({
      dashboard_id: textUpTo(longest.id),
      time_zone: textUpTo(longest.timeZone),
    }),
    response: v.object({ html: v.string() }),
    ...forMembers,
  },
  /** Stops a report by the token of a mail's link. Mail programs send a form (RFC 8058), which is ignored. */
  unsubscribeReport: {
    isOurs: true,
    method: 'POST',
    path: '/api/reports/unsubscribe/',
    isInQuery: true,
    request: v.object({ token: textUpTo(longest.linkToken) }),
    response: null,
    ...forAnybody,
  },
  /** Stops a report from the page of the link, and returns its title. */
  stopReport: {
    isOurs: true,
    method: 'POST',
    path: '/api/reports/stop/',
    request: v.object({ token: textUpTo(longest.linkToken) }),
    response: v.object({
      report_id: v.string(),
      /** The dashboard's name in the mails: 'Acme Analytics Overview'. Null: the report had ended before. */
      title: v.nullish(v.string(), null),
    }),
    ...forAnybody,
  },
} as const satisfies Record<string, Endpoint>

/** Whether a schedule's day fits its interval. */
export function hasDay({ every, day }: Pick<ReportSchedule, 'every' | 'day'>): boolean {
  if (every === 'day' || day === null) return every === 'day' && day === null
  return every === 'week' ? day <= 7 : day <= 28 || day === 31
}

const mondays = { every: 'week', day: 1, hour: 8, time_zone: 'Asia/Kolkata' } as const

export const reportExamples: Examples<typeof reportCalls> = {
  getReports: {
    summary: 'The mails with figures that one gets',
    request: undefined,
    answer: {
      has_figures: true,
      reports: [
        {
          report_id: '019a8b7c-6d5e-4f00-8a1b-2c3d4e5f6a7b',
          person: 'Priya Sharma',
          is_own: true,
          dashboard_id: 'overview',
          dashboard_name: 'Overview',
          ...mondays,
          state: 'active',
          paused: null,
          next_at: '2026-11-30T02:30:00.000Z',
          last: { at: '2026-11-23T02:41:07.000Z', state: 'sent', failure: null },
        },
      ],
    },
  },
  subscribeReport: {
    summary: 'Get a dashboard’s figures by mail',
    refusals: [404, 409],
    request: { dashboard_id: 'overview', ...mondays },
  },
  changeReport: {
    summary: 'Change when a report comes',
    about: 'an id',
    refusals: [404],
    request: { report_id: 'unknown', ...mondays },
  },
  removeReport: {
    summary: 'Stop a report',
    about: 'an id',
    refusals: [404],
    request: { report_id: 'unknown' },
  },
  resumeReport: {
    summary: 'Go on with a paused report',
    about: 'an id',
    refusals: [404],
    request: { report_id: 'unknown' },
  },
  sendReportNow: {
    summary: 'Mail a report now, too',
    about: 'an id',
    refusals: [404, 409],
    request: { report_id: 'unknown' },
  },
  previewReport: {
    summary: 'The report as it would be now',
    refusals: [404, 502],
    request: { dashboard_id: 'overview', time_zone: 'Asia/Kolkata' },
  },
  unsubscribeReport: {
    summary: 'Stop a report by the link of its mail',
    about: 'a secret',
    request: { token: 'the token of the link in the mail' },
  },
  stopReport: {
    summary: 'Stop a report by the link of its mail, and learn what it was',
    about: 'a secret',
    request: { token: 'the token of the link in the mail' },
  },
}
