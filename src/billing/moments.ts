import { now } from '../lib/server-clock'
import { visitorLocale } from '../lib/visitor-locale'
import { formatDay } from './days'

/** @returns an instant's day and time in the visitor's locale and time zone: '21 December 2026 at 14:30'. */
export function formatMoment(instant: string): string {
  return new Date(instant).toLocaleString(visitorLocale(), {
    dateStyle: 'long',
    timeStyle: 'short',
  })
}

const day = 24 * 60 * 60 * 1_000

/**
 * @param until the first instant after it; undefined: unknown.
 * @returns the first and the last day of a time: '14 January to 13 February'.
 */
export function formatDays(from: string, until: string | undefined): string {
  if (!until) return formatDay(from)
  return `${formatDay(from)} to ${formatDay(new Date(Date.parse(until) - day).toISOString())}`
}

/** @returns when a plan that is paid for now is charged next. */
export function nextCharge(interval: 'monthly' | 'yearly'): string {
  const today = new Date(now())
  const next = new Date(today)
  next.setMonth(today.getMonth() + (interval === 'yearly' ? 12 : 1))
  // The month may be shorter.
  if (next.getDate() !== today.getDate()) next.setDate(0)
  return next.toISOString()
}
