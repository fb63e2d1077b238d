import { createSiteZone } from '../../contract/site-day'

/** Formats of billing dates in mails, in English and the site's time zone (D97). */
export interface MailDays {
  /** '14 December 2026'. */
  day: (instant: Date) => string
  /** The last day of a period: '14 December 2026'. @param end the first instant after the period. */
  lastDay: (end: Date) => string
  /** '14 December 2026 at 14:30 (UTC)'. */
  moment: (instant: Date) => string
  /** 'Dates are in UTC.', because a mail's reader may be anywhere. */
  note: string
}

/** @param timeZone the site's. */
export function mailDays(timeZone: string): MailDays {
  const zone = createSiteZone(timeZone)
  const { format } = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  })
  return {
    day: (instant) => format(zone.dayOf(instant)),
    lastDay: (end) => format(zone.lastDayBefore(end)),
    moment: (instant) => `${moments.format(instant)} (${zone.name})`,
    note: `Dates are in ${zone.name}.`,
  }
}
