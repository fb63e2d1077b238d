import { and, inArray, isNotNull, isNull, lte, min, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { chores, mails, refunds, subscriptions } from '../schema'
import { endedStates, type Store } from '../store'
import { run, type SqlDatabase } from './database'

/** The store's part that tells how long work waits. */
export function oldestWorkMethods(database: SqlDatabase): Pick<Store, 'findOldestWork'> {
  const oldest = (since: PgColumn, waits: SQL | undefined) =>
    sql`(${database
      .select({ since: min(since) })
      .from(since.table)
      .where(waits)})`.mapWith((text: string): Date | null => new Date(text))

  return {
    findOldestWork: (now) =>
      run(async () => {
        const { state, nextCheckAt, endedAt } = subscriptions
        const isOverdue = lte(nextCheckAt, now)
        const [found] = await database
          .select({
            mail: oldest(mails.createdAt, isNotNull(mails.nextAttemptAt)),
            refunds: oldest(
              refunds.createdAt,
              and(isNotNull(refunds.nextAttemptAt), isNull(refunds.refundId)),
            ),
            cancellations: oldest(
              endedAt,
              and(inArray(state, endedStates), isNotNull(nextCheckAt)),
            ),
            checkouts: oldest(nextCheckAt, and(inArray(state, ['unpaid']), isOverdue)),
            comparison: oldest(nextCheckAt, and(inArray(state, ['live']), isOverdue)),
            housekeeping: oldest(chores.nextAt, lte(chores.nextAt, now)),
          })
          .from(sql`(values (1)) as nothing`)
        if (!found) throw new Error('A statement without a condition answered nothing')
        return found
      }),
  }
}
