const parts = { day: 'numeric', month: 'short', year: 'numeric' } as const

/**
 * Formats dates of the wire as day, short month and year (D15). Building a format is slow, using it
 * isn't: make one and keep it.
 * @param locale the visitor's, unless given.
 * @returns a function of an ISO 8601 day, which is the same everywhere, or of an instant, whose day
 *   depends on where one is.
 */
export function createDateFormat(locale?: string): (isoDate: string) => string {
  const instants = new Intl.DateTimeFormat(locale, parts)
  const days = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
  return (isoDate) =>
    (/^\d{4}-\d\d-\d\d$/.test(isoDate) ? days : instants).format(Date.parse(isoDate))
}
