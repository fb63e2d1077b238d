import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { refunds } from '../schema'
import type { SubscriptionStore } from '../subscription-store'
import { run, type SqlDatabase } from './database'

/** The store's part that keeps which payments are to be given back, until they are. */
export function refundMethods(
  database: SqlDatabase,
): Pick<SubscriptionStore, 'takeDueRefunds' | 'updateRefund' | 'reopenRefund'> {
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

    reopenRefund: (paymentId, refundId, states, now) =>
      run(async () => {
        const isBegun = or(
          eq(refunds.refundId, refundId),
          and(isNull(refunds.refundId), eq(refunds.state, 'done')),
        )
        const reopened = await database
          .update(refunds)
          .set({ state: 'owed', refundId, nextAttemptAt: now, settledAt: null })
          .where(
            and(eq(refunds.paymentId, paymentId), inArray(refunds.state, [...states]), isBegun),
          )
          .returning({ id: refunds.paymentId })
        return reopened.length === 1
      }),
  }
}
