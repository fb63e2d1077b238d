import type { Figures } from '../../server/api/dashboards'
import type { User } from '../../server/people/tables'
import type { ReportRow } from '../../server/reports/tables'

/** A report of a user, every day at eight (UTC), which is due now. */
export function reportOf(
  { id: userId, organisationId }: Pick<User, 'id' | 'organisationId'>,
  changes: Partial<ReportRow> = {},
): ReportRow {
  const at = new Date('2026-03-02T08:00:00Z')
  return {
    id: crypto.randomUUID(),
    userId,
    organisationId,
    dashboardId: 'overview',
    every: 'day',
    day: null,
    hour: 8,
    timeZone: 'UTC',
    locale: 'en-GB',
    dueAt: at,
    runAt: at,
    askedAt: null,
    attempts: 0,
    failures: 0,
    pausedAt: null,
    pauseReason: null,
    lastAt: null,
    lastFailure: null,
    lastFigures: [],
    figuresAt: null,
    createdAt: at,
    ...changes,
  }
}

/** One figure and one table, of an organisation's alone. */
export function figuresExample(value: number, cell = 'Online shop'): Figures {
  return {
    figures: [{ name: 'Revenue', value, format: 'currency', currency: 'USD' }],
    tables: [
      {
        name: 'Channels',
        columns: [
          { name: 'Channel', format: 'text', currency: null },
          { name: 'Revenue', format: 'currency', currency: 'USD' },
        ],
        rows: [[cell, value]],
      },
    ],
    failed: [],
  }
}
