import { visitorLocale } from '../../../src/lib/visitor-locale'

const locale = visitorLocale()
const timeOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' })

/** Formats when a mail was written: today's by their time, others by their day. */
export function formatShortTime(element: HTMLTimeElement, at: string, now: Date): void {
  const date = new Date(at)
  const isToday = date.toDateString() === now.toDateString()
  element.dateTime = at
  element.textContent = (isToday ? timeOfDay : day).format(date)
}

/** Formats day and time in full. */
export function formatFullTime(element: HTMLTimeElement, at: string): void {
  element.dateTime = at
  element.textContent = whole.format(new Date(at))
}
