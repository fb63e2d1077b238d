/**
 * Formats dates of the wire as day, short month and year (D15). The first format of a page takes 20 ms
 * to build, for which the browser reads what it knows of languages: make one and keep it.
 * @param locale the visitor's, unless given.
 * @returns a function of an ISO 8601 day, which is the same everywhere, or of an instant, whose day
 *   depends on where one is.
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
