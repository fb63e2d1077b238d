import { formatDay } from './days'

const day = 24 * 60 * 60 * 1_000

/**
 * @param until the first instant after it; undefined: unknown.
 * @returns the first and the last day of a time: '14 January to 13 February'.
 */
export function formatDays(from: string, until: string | undefined): string {
  if (!until) return formatDay(from)
  return `${formatDay(from)} to ${formatDay(new Date(Date.parse(until) - day).toISOString())}`
}
