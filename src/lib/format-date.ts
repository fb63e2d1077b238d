/**
 * Creates a format of day, short month and year (D15). Keep it: a page's first takes 20 ms to build.
 * @param locale the visitor's, unless given.
 * @returns a function that formats an ISO 8601 day, or an instant in the visitor's time zone.
 */
export function createDateFormat(locale?: string): (isoDate: string) => string {
  let days: Intl.DateTimeFormat | undefined
  return (isoDate) => {
    days ??= new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    const date = new Date(isoDate)
    const isDay = /^\d{4}-\d\d-\d\d$/.test(isoDate)
    return days.format(isDay ? date : Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
  }
}
