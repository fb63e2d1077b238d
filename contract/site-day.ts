/*
 * Days of payments, renewals, ends and due dates are days of the site's time zone: the same on every screen, in
 * files and in mails (D97).
 */

const day = 24 * 60 * 60 * 1_000

export interface SiteZone {
  /** In English: 'UTC', 'India Standard Time', 'Pacific Time'. */
  name: string
  /** @returns midnight UTC of an instant's day in the zone: format it with `timeZone: 'UTC'`. */
  dayOf: (instant: Date) => Date
  /** @returns the last day of a period, as midnight UTC too. @param end the first instant after the period. */
  lastDayBefore: (end: Date) => Date
}

/** @param timeZone its name: 'Asia/Kolkata'. UTC if this machine doesn't know it: browsers may be older than a name. */
export function createSiteZone(timeZone: string): SiteZone {
  const known = isTimeZone(timeZone) ? timeZone : 'UTC'
  // Formats '2/28/2027'. Formatting each part by itself would take twice as long, and a table may have thousands of
  // rows.
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: known,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  function dayOf(instant: Date): Date {
    const [month = 1, date = 1, year = 0] = format.format(instant).split('/').map(Number)
    return new Date(Date.UTC(year, month - 1, date))
  }
  return {
    name: nameOf(known),
    dayOf,
    lastDayBefore: (end) => new Date(dayOf(end).getTime() - day),
  }
}

/** @returns a day in a file: '2027-02-28'. @param day midnight UTC of the day. */
export const fileDay = (day: Date): string => day.toISOString().slice(0, 10)

function nameOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longGeneric' })
  // Today's name: zones have had others.
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
  return name === undefined || /^GMT(?:[+-]00:00)?$/.test(name) ? 'UTC' : name
}

/**
 * Whether a text names a time zone: by region, or UTC. An offset isn't a name, because not all browsers know offsets.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}
