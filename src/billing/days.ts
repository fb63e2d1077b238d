import { createSiteZone, type SiteZone } from '../../contract/site-day'
import { createDateFormat, isWholeDay, visitorsDay } from '../lib/format'
import { lazily } from '../lib/lazily'
import { now } from '../lib/server-clock'
import { visitorLocale } from '../lib/visitor-locale'
import { settings } from '../settings'

/*
 * Days of money as people read them: days of the site's zone (D97).
 */

/** Makes a zone when it is first needed, and once: that takes ms. */
function lazyZone(nameOf: () => string): () => SiteZone {
  let made: { timeZone: string; zone: SiteZone } | undefined
  return () => {
    const timeZone = nameOf()
    if (made?.timeZone !== timeZone) made = { timeZone, zone: createSiteZone(timeZone) }
    return made.zone
  }
}

/** The site's. */
export const siteZone = lazyZone(() => settings.timeZone)

/** The reader's zone, as it was when first asked for: asking takes ms, and tables ask whenever they render. */
const readersZone = lazily(() =>
  createSiteZone(new Intl.DateTimeFormat().resolvedOptions().timeZone),
)

/** @returns midnight UTC of the day of an ISO 8601 instant or day. */
export function siteDayOf(isoDate: string): Date {
  const date = new Date(isoDate)
  return isWholeDay(isoDate) ? date : siteZone().dayOf(date)
}

/** Whether an instant's day is another one for the reader. */
export function isOtherDay(isoDate: string): boolean {
  if (isWholeDay(isoDate)) return false
  return siteDayOf(isoDate).getTime() !== visitorsDay(new Date(isoDate)).getTime()
}

/**
 * A day in a sentence. It names the zone if the day is another one for the reader.
 * @param isoDate an instant or a day, in ISO 8601.
 * @param withYear always; otherwise only if it isn't this year.
 * @returns it by the conventions of the visitor's region (D104): '14 November', '14 December 2026', '28 February (UTC)'.
 */
export function formatDay(isoDate: string, withYear = false): string {
  const day = siteDayOf(isoDate)
  const thisYear = siteZone().dayOf(new Date(now())).getUTCFullYear()
  const isNamed = withYear || day.getUTCFullYear() !== thisYear
  const text = day.toLocaleDateString(visitorLocale(), {
    day: 'numeric',
    month: 'long',
    ...(isNamed && { year: 'numeric' }),
    timeZone: 'UTC',
  })
  return isOtherDay(isoDate) ? `${text} (${siteZone().name})` : text
}

/** 24 hours, in ms. */
export const oneDay = 24 * 60 * 60 * 1_000

/**
 * @param until the first instant after it; undefined: unknown.
 * @returns the first and the last day of a time: '14 January to 13 February'.
 */
export function formatDays(from: string, until: string | undefined): string {
  if (!until) return formatDay(from)
  return `${formatDay(from)} to ${formatDay(new Date(Date.parse(until) - oneDay).toISOString())}`
}

/** @returns the day so many days from now: '14 December 2026'. */
export const dayFromNow = (days: number): string =>
  formatDay(new Date(now() + days * oneDay).toISOString(), true)

/** @returns an instant's day and time in the visitor's locale and time zone: '21 December 2026 at 14:30'. */
export function formatMoment(instant: string): string {
  return new Date(instant).toLocaleString(visitorLocale(), {
    dateStyle: 'long',
    timeStyle: 'short',
  })
}

/** A day in a table: '28 Feb 2027'. */
export const formatTableDay = createDateFormat(undefined, (instant) => siteZone().dayOf(instant))

/** @returns the zone's name in a file. */
export const fileZone = (): string => siteZone().name

/** @returns 'Days are in UTC.' */
export const zoneNote = (): string => `Days are in ${siteZone().name}.`

/** Whether the reader's zone is another one. */
export const isOtherZone = (): boolean => readersZone().name !== siteZone().name

/** @returns a table's text and, if the reader's zone is another one, the note. */
export const withZoneNote = (text: string): string =>
  isOtherZone() ? `${text}. ${zoneNote()}` : text
