import { randomUUID } from 'node:crypto'
import type { Figures } from '../../server/api/dashboards'
import type { User } from '../../server/people/tables'
import type { ReportRow } from '../../server/reports/tables'

export const dueExample = new Date('2026-03-02T08:00:00Z')

/** A report of a user, every day at eight (UTC). */
export const reportOf = (
  { id: userId, organisationId }: Pick<User, 'id' | 'organisationId'>,
  createdAt: Date,
  changes: Partial<ReportRow> = {},
): ReportRow => ({
  ...{ id: randomUUID(), userId, organisationId, dashboardId: 'overview', locale: 'en-GB' },
  ...{ every: 'day', day: null, hour: 8, timeZone: 'UTC', dueAt: dueExample, runAt: dueExample },
  ...{ askedAt: null, attempts: 0, failures: 0, pausedAt: null, pauseReason: null, lastAt: null },
  ...{ lastFailure: null, lastFigures: [], figuresAt: null, createdAt, ...changes },
})

/** One figure and one table, of an organisation's alone. */
export function figuresExample(value: number): Figures {
  return {
    figures: [{ name: 'Revenue', value, format: 'currency', currency: 'USD' }],
    tables: [
      {
        name: 'Channels',
        columns: [
          { name: 'Channel', format: 'text', currency: null },
          { name: 'Revenue', format: 'currency', currency: 'USD' },
        ],
        rows: [['Online shop', value]],
      },
    ],
    failed: [],
  }
}
