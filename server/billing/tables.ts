import { isNotNull, sql } from 'drizzle-orm'
import {
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
import type { Charges, Plan } from '../api/payments'
import { organisations } from '../people/tables'
import type { Row } from '../store/change'
import { datedJson, instant, publicTable } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    subscriptions: typeof subscriptions
    billings: typeof billings
    webhookEvents: typeof webhookEvents
  }
}

/**
 * Removed: former plans never, as the organisation's history; others by
 * housekeeping 30 days after their end, if the provider has confirmed it and listed their payments,
 * and they have no refund.
 */
export const subscriptions = publicTable(
  'subscriptions',
  {
    /** The provider's id. */
    id: text('id').notNull(),
    organisationId: text('organisation_id').notNull(),
    /** As it was at checkout, even if the offer changes later. */
    plan: jsonb('plan').$type<Plan>().notNull(),
    /** The currency that is charged. */
    currency: text('currency').$type<Currency>().notNull(),
    /**
     * `unpaid`: not known to be paid. `live`: the organisation's plan. `upgraded`: ended by
     * another plan. `cancelled`: ended otherwise. `void`: never was the organisation's plan, and never
     * will be.
     */
    state: text('state').$type<'unpaid' | 'live' | 'upgraded' | 'cancelled' | 'void'>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Whether it is known to be paid, though perhaps not by which payment. */
    wasPaid: boolean('was_paid').notNull(),
    /** When it became the organisation's plan; null: never. */
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /**
     * When the provider is next asked about it or, once it has ended, told about the end. Null: the provider
     * has confirmed the end and listed the payments, so nothing is left to ask.
     */
    nextCheckAt: instant('next_check_at'),
    /** The number of failed checks since the last successful one. */
    checkFailures: integer('check_failures').notNull(),
    /** Null: no report and no decision. */
    renewal: datedJson<Renewal>('renewal'),
    /** Of a live one: when its renewal needs the next step, even without news from the provider. */
    nextStepAt: instant('next_step_at'),
  },
  (table) => [
    primaryKey({ name: 'subscriptions_primary_key', columns: [table.id] }),
    // At most one live subscription per organisation, whatever the code does (D33).
    uniqueIndex('subscriptions_live_organisation_id_unique')
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
 * The lock of each organisation's subscriptions, from the first one on.
 * Removed: with their organisation: one row each.
 */
export const billings = publicTable(
  'billings',
  {
    organisationId: text('organisation_id').notNull(),
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

/** An organisation's checkout of a plan, and its result. */
export type Subscription = Row<'subscriptions'>

/** The person whose payment method is charged. */
export interface Payer {
  userId: string
  /** When they gave it, by the provider's clock. */
  at: Date
  /** The payment that proves it; null: it is that of the checkout. */
  paymentId: string | null
}

/** How a plan continues: the provider's report on its charges, and the admins' decision. */
export interface Renewal {
  /** Null: no report yet. */
  charges: Charges | null
  /** Since when nothing can be charged (`halted`, `authorised`), by the provider's clock. */
  unchargedSince: Date | null
  /** The end of the plan if its renewal was stopped: the end of the period. */
  stopsAt: Date | null
  /**
   * Whether the provider knows that. `being-told`: it may, so it can't be undone any more. `told`: it
   * has confirmed it.
   */
  provider: 'unaware' | 'being-told' | 'told'
  /** The end that was announced to the admins. */
  announcedEnd: Date | null
  /** The last reminder (D113): of which charge, and how many days ahead. */
  reminded: { renewsAt: Date; daysAhead: number } | null
  /** The beginning of the first period whose charge failed; null: the current one is paid. */
  unpaidFrom: Date | null
  /** From the checkout on; null: unknown. */
  payer: Payer | null
}
