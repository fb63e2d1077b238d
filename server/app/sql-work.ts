import {
  and,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  not,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { receiptChecks } from '../billing/receipts/tables'
import { refunds } from '../billing/refunds/tables'
import { endedStates } from '../billing/subscription'
import { subscriptions } from '../billing/tables'
import { mails } from '../mail/tables'
import { deletions } from '../people/tables'
import { reports } from '../reports/tables'
import { backups } from '../store/backup/tables'
import { isReadOnly, run, type SqlDatabase } from '../store/sql/database'
import { chores } from '../work/tables'
import type { Store } from './store'

/** The methods that report how long work has been waiting, and the last backup. */
export function workMethods(
  database: SqlDatabase,
): Pick<Store, 'findDueWork' | 'findOldestWork' | 'findLastBackup'> {
  const oldest = (since: PgColumn, waits: SQL | undefined) =>
    sql`(${database
      .select({ since: min(since) })
      .from(since.table)
      .where(waits)})`.mapWith((text: string): Date | null => new Date(text))

  const isThere = (due: PgColumn, condition: SQL | undefined) =>
    exists(database.select({ one: sql`1` }).from(due.table).where(condition)).mapWith(Boolean)

  return {
    findDueWork: (now) =>
      run(async () => {
        const { state, nextCheckAt, nextStepAt } = subscriptions
        const isDue = (column: PgColumn, ...more: (SQL | undefined)[]) =>
          isThere(column, and(lte(column, now), ...more))
        const [found] = await database
          .select({
            isReadOnly,
            mail: isDue(mails.nextAttemptAt),
            refunds: isDue(refunds.nextAttemptAt),
            receipts: isDue(receiptChecks.dueAt),
            cancellations: isDue(nextCheckAt, inArray(state, endedStates)),
            checkouts: isDue(nextCheckAt, inArray(state, ['unpaid'])),
            comparison: isDue(nextCheckAt, inArray(state, ['live'])),
            renewals: isDue(nextStepAt, inArray(state, ['live'])),
            deletions: isDue(deletions.nextStepAt),
            reports: isDue(reports.runAt),
            // A chore that never ran is due.
            housekeeping: not(
              isThere(chores.nextAt, and(eq(chores.name, 'housekeeping'), gt(chores.nextAt, now))),
            ).mapWith(Boolean),
          })
          .from(sql`(values (1)) as nothing`)
        if (!found) throw new Error('A statement without a condition answered nothing')
        const { isReadOnly: readOnly, ...jobs } = found
        const names = Object.keys(jobs) as (keyof typeof jobs)[]
        return { isReadOnly: readOnly, jobs: names.filter((name) => jobs[name]) }
      }),

    findOldestWork: (now) =>
      run(async () => {
        const { state, nextCheckAt, nextStepAt, endedAt } = subscriptions
        const isOverdue = lte(nextCheckAt, now)
        const [found] = await database
          .select({
            mail: oldest(mails.createdAt, isNotNull(mails.nextAttemptAt)),
            refunds: oldest(
              refunds.createdAt,
              and(isNotNull(refunds.nextAttemptAt), isNull(refunds.refundId)),
            ),
            receipts: oldest(receiptChecks.dueAt, lte(receiptChecks.dueAt, now)),
            cancellations: oldest(
              endedAt,
              and(inArray(state, endedStates), isNotNull(nextCheckAt)),
            ),
            checkouts: oldest(nextCheckAt, and(inArray(state, ['unpaid']), isOverdue)),
            comparison: oldest(nextCheckAt, and(inArray(state, ['live']), isOverdue)),
            renewals: oldest(nextStepAt, and(inArray(state, ['live']), lte(nextStepAt, now))),
            deletions: oldest(deletions.nextStepAt, lte(deletions.nextStepAt, now)),
            reports: oldest(reports.runAt, lte(reports.runAt, now)),
            housekeeping: oldest(chores.nextAt, lte(chores.nextAt, now)),
          })
          .from(sql`(values (1)) as nothing`)
        if (!found) throw new Error('A statement without a condition answered nothing')
        return found
      }),

    findLastBackup: () =>
      run(async () => {
        const [last] = await database.select({ madeAt: backups.madeAt }).from(backups)
        return last?.madeAt ?? null
      }),
  }
}
