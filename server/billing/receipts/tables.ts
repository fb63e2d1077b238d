import { isNotNull } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PaymentMethod } from '../../api/payments'
import { organisations } from '../../people/tables'
import type { Row } from '../../store/change'
import { instant, partOf, publicTable, refersTo } from '../../store/sql/public-table'
import type { BilledTo } from '../buyer/tables'
import { subscriptions } from '../tables'

declare module '../../store/change' {
  interface Tables {
    receipts: typeof receipts
    receiptChecks: typeof receiptChecks
  }
}

/**
 * The provider's invoices, one for each charged period of a plan. Like refunds, they outlive their subscription.
 * Removed: with their organisation. A subscription has 120 at most.
 */
export const receipts = publicTable(
  'receipts',
  {
    /** The provider's id of the invoice. */
    id: text('id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    organisationId: text('organisation_id').notNull(),
    /** The organisation's name when the receipt was first saved. */
    organisationName: text('organisation_name').notNull(),
    planName: text('plan_name').notNull(),
    /** The provider's number of the invoice; null: none. */
    number: text('number'),
    /** Null: unpaid. */
    paymentId: text('payment_id'),
    issuedAt: instant('issued_at').notNull(),
    /** When it was paid, by the provider's clock; null: never. */
    paidAt: instant('paid_at'),
    /** The first instant of the paid period, and the first after it; null: unknown. */
    periodStart: instant('period_start'),
    periodEnd: instant('period_end'),
    /** In the currency's smallest unit: 2900 is $29. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** The sum of the processed refunds, in the currency's smallest unit. */
    refundedAmount: bigint('refunded_amount', { mode: 'number' }).notNull(),
    /** ISO 4217. */
    currency: text('currency').notNull(),
    /** Null: unknown. */
    method: jsonb('method').$type<PaymentMethod>(),
    /** The provider's page of the invoice; null: none. */
    url: text('url'),
    /** When the invoice was requested, by the provider's clock. An older answer replaces no newer one. */
    askedAt: instant('asked_at').notNull(),
    /** When the payment was requested, by the provider's clock; null: never. */
    paymentAskedAt: instant('payment_asked_at'),
    /** When a refund of the payment was last reported, by the provider's clock; null: never. */
    refundHeardAt: instant('refund_heard_at'),
    /** The buyer; null: only the organisation's name is known. A tax invoice has a buyer of its own. */
    billedTo: jsonb('billed_to').$type<BilledTo>(),
    /** Whether the admins were mailed about it. */
    isMailed: boolean('is_told').notNull(),
  },
  (table) => [
    primaryKey({ name: 'receipts_primary_key', columns: [table.id] }),
    index('receipts_organisation_id_index').on(table.organisationId),
    index('receipts_subscription_id_index').on(table.subscriptionId),
    index('receipts_payment_id_index').on(table.paymentId).where(isNotNull(table.paymentId)),
    refersTo('receipts_organisation_id_foreign_key', table.organisationId, organisations.id),
  ],
)

/**
 * The schedule of fetching invoices: one row for each paid subscription.
 * Removed: with their subscription.
 */
export const receiptChecks = publicTable(
  'receipt_checks',
  {
    subscriptionId: text('subscription_id').notNull(),
    /** Null: nothing is scheduled. */
    dueAt: instant('due_at'),
    /** When a payment, refund or change last asked for a check. */
    wokenAt: instant('woken_at').notNull(),
    failures: integer('failures').notNull(),
  },
  (table) => [
    primaryKey({ name: 'receipt_checks_primary_key', columns: [table.subscriptionId] }),
    index('receipt_checks_due_at_index').on(table.dueAt).where(isNotNull(table.dueAt)),
    partOf('receipt_checks_subscription_id_foreign_key', table.subscriptionId, subscriptions.id),
  ],
)

export type Receipt = Row<'receipts'>
