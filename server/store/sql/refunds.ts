import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { refunds } from '../schema'
import type { SubscriptionStore } from '../subscription-store'
import { run, type SqlDatabase } from './database'

/** The store's part that keeps which payments are to be given back, until they are. */
export function refundMethods(
  database: SqlDatabase,
): Pick<SubscriptionStore, 'takeDueRefunds' | 'updateRefund'> {
  return {
    takeDueRefunds: (now, until, most) =>
      run(async () => {
        const due = database
          .select({ id: refunds.paymentId })
          .from(refunds)
          .where(lte(refunds.nextAttemptAt, now))
          .orderBy(asc(refunds.nextAttemptAt), asc(refunds.paymentId))
          .limit(most)
          .for('update', { skipLocked: true })
        // In an array, because PostgreSQL may run a subquery of IN, and so its limit, repeatedly.
        return await database
          .update(refunds)
          .set({ nextAttemptAt: until })
          .where(sql`${refunds.paymentId} = any(array(${due}))`)
          .returning()
      }),

    updateRefund: ({ paymentId, nextAttemptAt }, changes) =>
      run(async () => {
        if (!nextAttemptAt) return
        await database
          .update(refunds)
          .set(changes)
          .where(and(eq(refunds.paymentId, paymentId), eq(refunds.nextAttemptAt, nextAttemptAt)))
      }),
  }
}
