import { bigint, index, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Plan } from '../../api/payments'
import type { Row } from '../../store/change'
import { datedJson, instant, publicTable } from '../../store/sql/public-table'

declare module '../../store/change' {
  interface Tables {
    sandboxSubscriptions: typeof sandboxSubscriptions
  }
}

export type SandboxAct =
  /** The card was changed. `failing`: charges fail from the next period on. */
  | { kind: 'card'; at: Date; card: 'good' | 'failing' }
  | { kind: 'stop'; at: Date }
  | { kind: 'pause'; at: Date }
  /** `amount`: in the currency's smallest unit. */
  | { kind: 'refund'; at: Date; paymentId: string; amount: number }

/**
 * The subscriptions at the sandbox, the stand-in for the payment provider (D34).
 * Removed: by housekeeping 30 days after their checkout expired, if no subscription of an organisation has their id.
 */
export const sandboxSubscriptions = publicTable(
  'sandbox_subscriptions',
  {
    id: text('id').notNull(),
    planId: text('plan_id').notNull(),
    interval: text('interval').$type<Plan['interval']>().notNull(),
    /** The price per period, in the currency's smallest unit. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its checkout expires. */
    expiresAt: instant('expires_at').notNull(),
    /** The first payment; null, like `paidAt`: not paid. */
    paymentId: text('payment_id'),
    paidAt: instant('paid_at'),
    /** When its first payment was refunded. */
    refundedAt: instant('refunded_at'),
    /** When it was cancelled. */
    endedAt: instant('ended_at'),
    /** All other actions on it, in order. `lifeOf` derives its state from them. */
    acts: datedJson<SandboxAct[]>('acts').notNull(),
  },
  (table) => [
    primaryKey({ name: 'sandbox_subscriptions_primary_key', columns: [table.id] }),
    index('sandbox_subscriptions_payment_id_index').on(table.paymentId),
  ],
)

export type SandboxSubscription = Row<'sandboxSubscriptions'>
