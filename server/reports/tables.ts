import { isNotNull } from 'drizzle-orm'
import { index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from '../people/tables'
import type { Row } from '../store/change'
import { instant, partOf, publicTable } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    reports: typeof reports
  }
}

/** The reason why a report is paused, until its person resumes it. */
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
    /** The person's organisation. */
    organisationId: text('organisation_id').notNull(),
    dashboardId: text('dashboard_id').notNull(),
    every: text('every').$type<'day' | 'week' | 'month'>().notNull(),
    /** As in the contract. */
    day: integer('day'),
    hour: integer('hour').notNull(),
    timeZone: text('time_zone').notNull(),
    /** The locale of numbers: the language of the browser that subscribed. */
    locale: text('locale').notNull(),
    /** The due time of the next mail, which its person sees; null: the report is paused. */
    dueAt: instant('due_at'),
    /** When the job makes the next mail: within the hour after `dueAt`, or later after a failure; null: it is paused. */
    runAt: instant('run_at'),
    /** When the person asked for an additional mail, which isn't made yet. */
    askedAt: instant('asked_at'),
    /** Failed attempts at the next mail. */
    attempts: integer('attempts').notNull(),
    /** The number of failed mails in a row. */
    failures: integer('failures').notNull(),
    pausedAt: instant('paused_at'),
    pauseReason: text('pause_reason').$type<PauseReason>(),
    /** The time of the last mail; null: there was none. */
    lastAt: instant('last_at'),
    /** Why the last mail failed; null: it was sent. */
    lastFailure: text('last_failure').$type<ReportFailure>(),
    lastFigures: jsonb('last_figures').$type<readonly KeptFigure[]>().notNull(),
    /** When `lastFigures` were read; null: there are none. */
    figuresAt: instant('figures_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'reports_primary_key', columns: [table.id] }),
    partOf('reports_user_id_foreign_key', table.userId, users.id),
    index('reports_user_id_index').on(table.userId),
    index('reports_organisation_id_index').on(table.organisationId),
    index('reports_run_at_index').on(table.runAt).where(isNotNull(table.runAt)),
  ],
)

export type ReportRow = Row<'reports'>
