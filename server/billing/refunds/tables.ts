import { isNotNull } from 'drizzle-orm'
import { index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Row } from '../../store/change'
import { instant, publicTable } from '../../store/sql/public-table'

declare module '../../store/change' {
  interface Tables {
    refunds: typeof refunds
  }
}

/**
 * Refunds of payments (D47). They outlive their subscription and organisation.
 * Removed: by housekeeping 400 days after they were done, when banks dispute them no more. Refused ones by the operator.
 */
export const refunds = publicTable(
  'refunds',
  {
    /** The provider's id of the payment. */
    paymentId: text('payment_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    /**
     * `never-the-plan`: the payment bought nothing. `organisation-ends`: it bought nothing, because the organisation is to
     * be deleted. `after-the-end`: it was taken after the plan's end.
     */
    reason: text('reason')
      .$type<'never-the-plan' | 'organisation-ends' | 'after-the-end'>()
      .notNull(),
    /** `refused`: the refund failed or was refused for good, so the operator has to act. */
    state: text('state').$type<'owed' | 'done' | 'refused'>().notNull(),
    /** The provider's id of the refund; null: the provider hasn't started it. */
    refundId: text('refund_id'),
    createdAt: instant('created_at').notNull(),
    /** When to try or poll next; null: done or refused. */
    nextAttemptAt: instant('next_attempt_at'),
    /** The number of failures. */
    attempts: integer('attempts').notNull(),
    /** The provider's last error message. */
    failure: text('failure'),
    /** When it was done or refused. */
    settledAt: instant('settled_at'),
  },
  (table) => [
    primaryKey({ name: 'refunds_primary_key', columns: [table.paymentId] }),
    index('refunds_subscription_id_index').on(table.subscriptionId),
    index('refunds_next_attempt_at_index')
      .on(table.nextAttemptAt)
      .where(isNotNull(table.nextAttemptAt)),
  ],
)

export type Refund = Row<'refunds'>
