import { isNotNull, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '../../contract/billing'
import type { Charges, Plan } from '../api/payments'
import { organisations } from '../people/tables'
import type { Row } from '../store/change'
import { datedJson, instant, publicTable, refersTo } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    subscriptions: typeof subscriptions
    billings: typeof billings
    webhookEvents: typeof webhookEvents
  }
}

/**
 * The checkouts and plans of organisations.
 * Removed: former plans with their organisation, because they are its history. Others by housekeeping 30 days after their
 * end, if the provider has confirmed the end and listed their payments, and they have no refund.
 */
export const subscriptions = publicTable(
  'subscriptions',
  {
    /** The provider's id. */
    id: text('id').notNull(),
    organisationId: text('organisation_id').notNull(),
    /** The plan as it was at checkout, even if the offer changes later. */
    plan: jsonb('plan').$type<Plan>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /**
     * `unpaid`: not known to be paid. `live`: the organisation's plan. `upgraded`: replaced by another plan.
     * `cancelled`: ended otherwise. `void`: never was the organisation's plan, and never will be.
     */
    state: text('state').$type<'unpaid' | 'live' | 'upgraded' | 'cancelled' | 'void'>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Whether it is known to be paid. The payment itself may still be unknown. */
    wasPaid: boolean('was_paid').notNull(),
    /** When it became the organisation's plan; null: never. */
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /**
     * When the provider is next asked about the subscription or told about its end. Null: the provider has confirmed
     * the end and listed the payments.
     */
    nextCheckAt: instant('next_check_at'),
    /** The number of failed checks since the last successful one. */
    checkFailures: integer('check_failures').notNull(),
    /** Null: no report and no decision. */
    renewal: datedJson<Renewal>('renewal'),
    /** When a live plan needs its next step (`nextStepOf`); null: no step is planned. */
    nextStepAt: instant('next_step_at'),
  },
  (table) => [
    primaryKey({ name: 'subscriptions_primary_key', columns: [table.id] }),
    // At most one live subscription per organisation, whatever the code does (D33).
    uniqueIndex('subscriptions_live_organisation_id_unique')
      .on(table.organisationId)
      .where(sql`${table.state} = 'live'`),
    // Unpaid checkouts, of which there may be many, are skipped by their state.
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
    // Nothing cascades: the provider would go on charging a deleted organisation.
    refersTo('subscriptions_organisation_id_foreign_key', table.organisationId, organisations.id),
  ],
)

/**
 * The lock of an organisation's subscriptions: one row for each organisation that has any.
 * Removed: with their organisation.
 */
export const billings = publicTable(
  'billings',
  {
    organisationId: text('organisation_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'billings_primary_key', columns: [table.organisationId] }),
    refersTo('billings_organisation_id_foreign_key', table.organisationId, organisations.id),
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
  /** When they proved the payment method, by the provider's clock. */
  at: Date
  /** The payment that proves the method; null: the checkout's own payment does. */
  paymentId: string | null
}

/** The renewal of a plan: the provider's report on its charges, and the admins' decision. */
export interface Renewal {
  /** Null: no report yet. */
  charges: Charges | null
  /** The time from which on nothing could be charged (`halted`, `authorised`), by the provider's clock. */
  unchargedSince: Date | null
  /** The end of the plan if its renewal was stopped, which is the end of the period. */
  stopsAt: Date | null
  /**
   * Whether the provider knows that the renewal was stopped. `being-told`: perhaps, so stopping can't be undone any
   * more. `told`: the provider has confirmed it.
   */
  provider: 'unaware' | 'being-told' | 'told'
  announcedEnd: Date | null
  /** The charge that admins were last reminded of, and how many days ahead (D109). */
  reminded: { renewsAt: Date; daysAhead: number } | null
  /** The beginning of the first period whose charge failed; null: the current one is paid. */
  unpaidFrom: Date | null
  /** Null: unknown. */
  payer: Payer | null
}
