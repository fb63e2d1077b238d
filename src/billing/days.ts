import { createSiteZone, type SiteZone } from '../../contract/site-day'
import { dayInTable, isWholeDay, visitorsDay } from '../lib/format'
import { lazily } from '../lib/lazily'
import { now } from '../lib/server-clock'
import { visitorLocale } from '../lib/visitor-locale'
import { settings } from '../settings'

/* Formats days of payments and periods, which are days in the site's time zone (D97). */

/** Creates a zone once, when it is first needed, because that takes milliseconds. */
function lazyZone(nameOf: () => string): () => SiteZone {
  let current: { timeZone: string; zone: SiteZone } | undefined
  return () => {
    const timeZone = nameOf()
    if (current?.timeZone !== timeZone) current = { timeZone, zone: createSiteZone(timeZone) }
    return current.zone
  }
}

export const siteZone = lazyZone(() => settings.timeZone)

/** The reader's time zone, read once: reading takes milliseconds, and tables need it at every render. */
const readersZone = lazily(() =>
  createSiteZone(new Intl.DateTimeFormat().resolvedOptions().timeZone),
)

/** @returns midnight UTC of the day that an ISO 8601 instant or day falls on in the site's zone. */
export function siteDayOf(isoDate: string): Date {
  const date = new Date(isoDate)
  return isWholeDay(isoDate) ? date : siteZone().dayOf(date)
}

/** Whether an instant falls on another day in the reader's zone. */
export function isOtherDay(isoDate: string): boolean {
  if (isWholeDay(isoDate)) return false
  return siteDayOf(isoDate).getTime() !== visitorsDay(new Date(isoDate)).getTime()
}

/**
 * Formats a day for a sentence. Names the zone if the reader's zone has another day.
 * @param isoDate an instant or a day, in ISO 8601.
 * @param withYear whether the year shows always, or only if it isn't the current year.
 * @param month how the month is written.
 * @returns the day by the conventions of the visitor's region (D104): '14 November', '14 Dec 2026', '28 February
 * (UTC)'.
 */
export function formatDay(isoDate: string, withYear = false, month: MonthStyle = 'long'): string {
  return dayText(siteDayOf(isoDate), isOtherDay(isoDate), withYear, month)
}

type MonthStyle = 'long' | 'short'

/** @param day midnight UTC. @param isOther whether to name the site's zone. */
function dayText(day: Date, isOther: boolean, withYear: boolean, month: MonthStyle): string {
  const thisYear = siteZone().dayOf(new Date(now())).getUTCFullYear()
  const isNamed = withYear || day.getUTCFullYear() !== thisYear
  const text = day.toLocaleDateString(visitorLocale(), {
    day: 'numeric',
    month,
    ...(isNamed && { year: 'numeric' }),
    timeZone: 'UTC',
  })
  return isOther ? `${text} (${siteZone().name})` : text
}

/** Milliseconds of 24 hours. */
export const oneDay = 24 * 60 * 60 * 1_000

/**
 * @param until the first instant after the period, or undefined if unknown.
 * @returns the first and the last day of the period: '14 January to 13 February'.
 */
export function formatDays(
  from: string,
  until: string | undefined,
  month: MonthStyle = 'long',
): string {
  if (!until) return formatDay(from, false, month)
  const last = siteZone().lastDayBefore(new Date(until))
  const withYear = siteDayOf(from).getUTCFullYear() !== last.getUTCFullYear()
  return `${formatDay(from, withYear, month)} to ${dayText(last, isOtherDay(until), withYear, month)}`
}

/** @returns the number of days from today to an instant's day, both in the site's zone. Negative: it is over. */
export const daysUntil = (isoDate: string): number =>
  Math.round((siteDayOf(isoDate).getTime() - siteZone().dayOf(new Date(now())).getTime()) / oneDay)

/** @returns the day a number of days from now: '14 December 2026'. */
export const dayFromNow = (days: number): string =>
  formatDay(new Date(now() + days * oneDay).toISOString(), true)

/**
 * @param dateStyle how the day is written.
 * @returns an instant's day and time in the visitor's locale and time zone: '21 December 2026 at 14:30', '21 Dec 2026,
 *   14:30'.
 */
export function formatMoment(instant: string, dateStyle: 'long' | 'medium' = 'long'): string {
  return new Date(instant).toLocaleString(visitorLocale(), {
    dateStyle,
    timeStyle: 'short',
  })
}

/** Formats a day for a table: '28 Feb 2027'. */
export const formatTableDay = (isoDate: string): string => dayInTable(siteDayOf(isoDate))

/** @returns the site's zone, for the name of a file. */
export const fileZone = (): string => siteZone().name

/** @returns 'Dates are in UTC.' */
export const zoneNote = (): string => `Dates are in ${siteZone().name}.`

/** Whether the reader's time zone differs from the site's. */
export const isOtherZone = (): boolean => readersZone().name !== siteZone().name

/** @returns a table's text, followed by the note about the zone if the reader's zone differs. */
export const withZoneNote = (text: string): string =>
  isOtherZone() ? `${text}. ${zoneNote()}` : text
