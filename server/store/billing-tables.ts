import { isNotNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Currency } from '../../contract/billing'
import { constraints, instant, organisations } from './account-tables'
import { datedJson } from './dated-json'
import type { Plan, Refund, Renewal, Subscription } from './entities'
import { publicTable } from './public-table'
import type { Receipt } from './receipt-store'
import type { SandboxAct } from './sandbox-subscription'

/*
 * The tables of subscriptions and payments: part of `schema.ts`, whose rules hold for them too.
 */

/**
 * Removed: former plans never, as the organisation's history; others by
 * housekeeping 30 days after their end, if the provider has confirmed it and listed their payments,
 * and they have no refund.
 */
export const subscriptions = publicTable(
  'subscriptions',
  {
    id: text('id').notNull(),
    organisationId: text('organisation_id').notNull(),
    plan: jsonb('plan').$type<Plan>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    state: text('state').$type<Subscription['state']>().notNull(),
    createdAt: instant('created_at').notNull(),
    wasPaid: boolean('was_paid').notNull().default(false),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    nextCheckAt: instant('next_check_at'),
    checkFailures: integer('check_failures').notNull().default(0),
    renewal: datedJson<Renewal>('renewal'),
    nextStepAt: instant('next_step_at'),
  },
  (table) => [
    primaryKey({ name: 'subscriptions_primary_key', columns: [table.id] }),
    // At most one live subscription per organisation, whatever the code does (D33).
    uniqueIndex(constraints.liveSubscription)
      .on(table.organisationId)
      .where(sql`${table.state} = 'live'`),
    // So that unpaid checkouts don't make queries slower.
    index('subscriptions_organisation_id_state_index').on(
      table.organisationId,
      table.state,
      table.createdAt,
    ),
    index('subscriptions_state_next_check_at_index')
      .on(table.state, table.nextCheckAt)
      .where(isNotNull(table.nextCheckAt)),
    index('subscriptions_next_step_at_index')
      .on(table.nextStepAt)
      .where(isNotNull(table.nextStepAt)),
    // A deleted organisation would still be charged: nothing cascades.
    foreignKey({
      name: 'subscriptions_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }),
  ],
)

/**
 * The version of each organisation's subscriptions, once it has subscribed.
 * Removed: with their organisation: one row each.
 */
export const billings = publicTable(
  'billings',
  {
    organisationId: text('organisation_id').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ name: 'billings_primary_key', columns: [table.organisationId] }),
    foreignKey({
      name: 'billings_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }),
  ],
)

/**
 * Owed and made refunds. They outlive everything else.
 * Removed: by housekeeping 400 days after they were done, when no bank disputes them any more;
 * refused ones by the operator.
 */
export const refunds = publicTable(
  'refunds',
  {
    paymentId: text('payment_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    reason: text('reason').$type<Refund['reason']>().notNull(),
    state: text('state').$type<Refund['state']>().notNull(),
    refundId: text('refund_id'),
    createdAt: instant('created_at').notNull(),
    nextAttemptAt: instant('next_attempt_at'),
    attempts: integer('attempts').notNull(),
    failure: text('failure'),
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

/**
 * The provider's invoices. Like refunds, they outlive their subscription.
 * Removed: nobody: they are kept like the history of plans, one for each charged period,
 * so at most 120 of a subscription.
 */
export const receipts = publicTable(
  'receipts',
  {
    id: text('id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    organisationId: text('organisation_id').notNull(),
    planName: text('plan_name').notNull(),
    number: text('number'),
    paymentId: text('payment_id'),
    issuedAt: instant('issued_at').notNull(),
    paidAt: instant('paid_at'),
    periodStart: instant('period_start'),
    periodEnd: instant('period_end'),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    refundedAmount: bigint('refunded_amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    method: jsonb('method').$type<Receipt['method']>(),
    url: text('url'),
    askedAt: instant('asked_at').notNull(),
    paymentAskedAt: instant('payment_asked_at'),
    refundHeardAt: instant('refund_heard_at'),
    isTold: boolean('is_told').notNull().default(false),
  },
  (table) => [
    primaryKey({ name: 'receipts_primary_key', columns: [table.id] }),
    index('receipts_organisation_id_index').on(table.organisationId),
    index('receipts_subscription_id_index').on(table.subscriptionId),
    index('receipts_payment_id_index').on(table.paymentId).where(isNotNull(table.paymentId)),
    foreignKey({
      name: 'receipts_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }),
  ],
)

/**
 * When each paid subscription's invoices are next fetched.
 * Removed: with their subscription: one for each.
 */
export const receiptChecks = publicTable(
  'receipt_checks',
  {
    subscriptionId: text('subscription_id').notNull(),
    dueAt: instant('due_at'),
    wokenAt: instant('woken_at').notNull(),
    failures: integer('failures').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'receipt_checks_primary_key', columns: [table.subscriptionId] }),
    index('receipt_checks_due_at_index').on(table.dueAt).where(isNotNull(table.dueAt)),
    foreignKey({
      name: 'receipt_checks_subscription_id_foreign_key',
      columns: [table.subscriptionId],
      foreignColumns: [subscriptions.id],
    }).onDelete('cascade'),
  ],
)

/**
 * Processed events of the payment provider, which repeats them.
 * Removed: by housekeeping after 30 days: the provider repeats them for one day.
 */
export const webhookEvents = publicTable(
  'webhook_events',
  {
    id: text('id').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'webhook_events_primary_key', columns: [table.id] }),
    index('webhook_events_received_at_index').on(table.receivedAt),
  ],
)

/**
 * The state of the stand-in for the payment provider.
 * Removed: by housekeeping 30 days after their checkout expired, when no subscription has their id.
 */
export const sandboxSubscriptions = publicTable(
  'sandbox_subscriptions',
  {
    id: text('id').notNull(),
    planId: text('plan_id').notNull(),
    interval: text('interval').$type<Plan['interval']>().notNull().default('monthly'),
    amount: bigint('amount', { mode: 'number' }),
    currency: text('currency'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    paymentId: text('payment_id'),
    paidAt: instant('paid_at'),
    refundedAt: instant('refunded_at'),
    endedAt: instant('ended_at'),
    acts: datedJson<SandboxAct[]>('acts').notNull().default([]),
  },
  (table) => [
    primaryKey({ name: 'sandbox_subscriptions_primary_key', columns: [table.id] }),
    index('sandbox_subscriptions_payment_id_index').on(table.paymentId),
  ],
)
