import { bigint, index, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Plan } from '../../api/payments'
import type { Row } from '../../store/change'
import { datedJson, instant, publicTable } from '../../store/sql/public-table'

declare module '../../store/change' {
  interface Tables {
    sandboxSubscriptions: typeof sandboxSubscriptions
  }
}

/** An action on a subscription at the sandbox. */
export type SandboxAct =
  /** The card was changed: to one that works, or one that fails from the next period on. */
  | { kind: 'card'; at: Date; card: 'good' | 'failing' }
  /** The renewal was stopped. */
  | { kind: 'stop'; at: Date }
  | { kind: 'pause' | 'resume'; at: Date }
  /** A partial or full refund, in the currency's smallest unit. */
  | { kind: 'refund'; at: Date; paymentId: string; amount: number }

/**
 * The state of the stand-in for the payment provider.
 * Removed: by housekeeping 30 days after their checkout expired, when no subscription has their id.
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
    /** Null until it is paid; then both are set. */
    paymentId: text('payment_id'),
    paidAt: instant('paid_at'),
    /** When its first payment was refunded. */
    refundedAt: instant('refunded_at'),
    /** When it was cancelled. */
    endedAt: instant('ended_at'),
    /** Everything else that was done to it, in order; `lifeOf` derives its states from it. */
    acts: datedJson<SandboxAct[]>('acts').notNull(),
  },
  (table) => [
    primaryKey({ name: 'sandbox_subscriptions_primary_key', columns: [table.id] }),
    index('sandbox_subscriptions_payment_id_index').on(table.paymentId),
  ],
)

/** A subscription at the sandbox, the stand-in for the payment provider (D34). */
export type SandboxSubscription = Row<'sandboxSubscriptions'>
