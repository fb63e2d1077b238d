import { isNotNull } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from '../people/tables'
import type { Row } from '../store/change'
import { instant, publicTable } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    reports: typeof reports
  }
}

/** Why a report is paused until its person goes on with it. */
export type PauseReason = 'failures' | 'absence' | 'dashboard' | 'second-factor'

/** Why a report's last mail failed: no figures could be read, or the mail couldn't be delivered. */
export type ReportFailure = 'dashboard' | 'mail'

/** A key figure of the last mail, to compare the next one with. */
export interface KeptFigure {
  name: string
  value: number
}

/**
 * Dashboards that people get by mail (D142).
 * Removed: by their person or an admin, by the link of a mail, and with their person: twenty of a person at most.
 */
export const reports = publicTable(
  'reports',
  {
    id: text('id').notNull(),
    userId: text('user_id').notNull(),
    /** Their person's. */
    organisationId: text('organisation_id').notNull(),
    dashboardId: text('dashboard_id').notNull(),
    every: text('every').$type<'day' | 'week' | 'month'>().notNull(),
    /** As in the contract. */
    day: integer('day'),
    hour: integer('hour').notNull(),
    timeZone: text('time_zone').notNull(),
    /** How numbers are written: the language of the browser in which it was asked for. */
    locale: text('locale').notNull(),
    /** The time that the next mail is promised for; null: it is paused. */
    dueAt: instant('due_at'),
    /** When the job looks at it next: within the hour after `dueAt`, or later after a failure; null: it is paused. */
    runAt: instant('run_at'),
    /** When its person asked for one more mail, which isn't made yet. */
    askedAt: instant('asked_at'),
    /** Failed attempts at the present mail. */
    attempts: integer('attempts').notNull(),
    /** Mails in a row that failed. */
    failures: integer('failures').notNull(),
    pausedAt: instant('paused_at'),
    pauseReason: text('pause_reason').$type<PauseReason>(),
    /** Of the last mail; null: there was none. */
    lastAt: instant('last_at'),
    /** Null: it was sent. */
    lastFailure: text('last_failure').$type<ReportFailure>(),
    lastFigures: jsonb('last_figures').$type<readonly KeptFigure[]>().notNull(),
    /** When those were read; null: there are none. */
    figuresAt: instant('figures_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'reports_primary_key', columns: [table.id] }),
    foreignKey({
      name: 'reports_user_id_foreign_key',
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    index('reports_user_id_index').on(table.userId),
    index('reports_organisation_id_index').on(table.organisationId),
    index('reports_run_at_index').on(table.runAt).where(isNotNull(table.runAt)),
  ],
)

export type ReportRow = Row<'reports'>
