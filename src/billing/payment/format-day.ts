import { now } from '../../lib/server-clock'
import { visitorLocale } from '../../lib/visitor-locale'

/**
 * @param instant as ISO 8601.
 * @param withYear always; otherwise only if it isn't this year.
 * @returns its day by the conventions of the visitor's region (D104), in their time zone: '14 November', '14 December 2026'.
 */
export function formatDay(instant: string, withYear = false): string {
  const date = new Date(instant)
  const isNamed = withYear || date.getFullYear() !== new Date(now()).getFullYear()
  return date.toLocaleDateString(visitorLocale(), {
    day: 'numeric',
    month: 'long',
    ...(isNamed && { year: 'numeric' }),
  })
}
