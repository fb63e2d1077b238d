import { lazily } from './lazily'
import { visitorLocale } from './visitor-locale'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Created once, because each takes ms. */
const formats = lazily(() => {
  const locale = visitorLocale()
  const dayAndMonth = { day: 'numeric', month: 'short' } as const
  return {
    time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
    day: new Intl.DateTimeFormat(locale, dayAndMonth),
    dayOfYear: new Intl.DateTimeFormat(locale, { ...dayAndMonth, year: 'numeric' }),
  }
})

/**
 * Formats an instant (ISO 8601) as 'Today, 10:32', 'Yesterday, 18:40' or '12 Nov, 16:21', with the year if it isn't the
 * current one.
 * @param now in ms since 1970.
 */
export function formatWhen(isoDate: string, now: number): string {
  const date = new Date(isoDate)
  const today = new Date(now)
  // '7:47 PM' stays on a line.
  const time = formats().time.format(date).replaceAll(' ', '\u00a0')
  if (date.toDateString() === today.toDateString()) return `Today, ${time}`
  if (daysBetween(date, today) === 1) return `Yesterday, ${time}`
  const isThisYear = date.getFullYear() === today.getFullYear()
  return `${formats()[isThisYear ? 'day' : 'dayOfYear'].format(date)}, ${time}`
}

const inFull = lazily(
  () => new Intl.DateTimeFormat(visitorLocale(), { dateStyle: 'medium', timeStyle: 'medium' }),
)

/** Formats an instant (ISO 8601) in full: '12 Nov 2026, 16:21:07'. */
export const formatInstant = (isoDate: string): string => inFull().format(new Date(isoDate))

const createFormat = () => new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/**
 * @returns how long ago something was: 'just now', '2 hours ago', 'yesterday', '3 days ago'. A time that seems to lie
 *   ahead, because clocks differ, is 'just now'.
 * @param isoDate an instant.
 * @param now in ms since 1970.
 */
export function formatAgo(isoDate: string, now: number): string {
  const passed = now - Date.parse(isoDate)
  if (passed < minute) return 'just now'
  if (passed < hour) return createFormat().format(-Math.floor(passed / minute), 'minute')
  if (passed < day) return createFormat().format(-Math.floor(passed / hour), 'hour')
  return createFormat().format(-daysBetween(new Date(isoDate), new Date(now)), 'day')
}

/** @returns the number of the visitor's midnights between two instants. A day may have 23 or 25 hours. */
function daysBetween(from: Date, to: Date): number {
  const [start = 0, end = 0] = [from, to].map((date) =>
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()),
  )
  return (end - start) / day
}
