import type { SubscriptionActivityRow } from '../../../contract/billing'
import { type ActivityStatus, statuses, statusOf } from './activity-status'

/** A row of the activity table, with what its columns sort by made ready: plain numbers. */
export interface ActivityEntry {
  row: SubscriptionActivityRow
  status: ActivityStatus
  nameRank: number
  statusRank: number
  startTime: number
  /** Undefined: no end yet. Such rows come last in both directions (D14). */
  endTime: number | undefined
}

/**
 * Makes rows ready for the table. Comparing names by the rules of a language is slow, and sorting
 * compares over and over: names are ranked once.
 * @param locale whose order names have; the visitor's, unless given.
 * @returns newest first: what sorts equal stays in that order.
 */
export function activityEntries(
  rows: readonly SubscriptionActivityRow[],
  locale?: string,
): ActivityEntry[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const names = [...new Set(rows.map((row) => row.plan_name))].sort(compare)
  const ranks = new Map(names.map((name, rank) => [name, rank]))
  return rows
    .map((row) => {
      const status = statusOf(row)
      return {
        row,
        status,
        nameRank: ranks.get(row.plan_name) ?? 0,
        statusRank: statuses.indexOf(status),
        startTime: Date.parse(row.start_date),
        endTime: row.end_date === null ? undefined : Date.parse(row.end_date),
      }
    })
    .sort((a, b) => b.startTime - a.startTime)
}
