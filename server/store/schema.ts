import { isNotNull, isNull } from 'drizzle-orm'
import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { instant, organisations } from './account-tables'
import type { Entry } from './events'
import { publicTable } from './public-table'

/*
 * The tables of the SQL store, except those of people (`account-tables.ts`) and of money
 * (`billing-tables.ts`): the fields of `entities.ts`, whose comments explain them.
 * Constraints and indexes are named here, so that code can tell conflicts apart by name and
 * migrations can find them. Only features of PostgreSQL 15 may be used.
 */

/**
 * The outbox: mails that wait for delivery, and captured ones.
 * Removed: when they are delivered or given up; captured ones by housekeeping after 30 days.
 */
export const mails = publicTable(
  'mails',
  {
    id: text('id').notNull(),
    to: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    createdAt: instant('created_at').notNull(),
    turnAt: instant('turn'),
    nextAttemptAt: instant('next_attempt_at'),
    attempts: integer('attempts').notNull(),
    // The previous version doesn't write the following. No reference: a farewell outlives its user.
    userId: text('user_id'),
  },
  (table) => [
    primaryKey({ name: 'mails_primary_key', columns: [table.id] }),
    index('mails_next_attempt_at_index')
      .on(table.nextAttemptAt)
      .where(isNotNull(table.nextAttemptAt)),
    index('mails_captured_created_at_index').on(table.createdAt).where(isNull(table.nextAttemptAt)),
  ],
)

/**
 * How many notices each mailbox got on a day (D95).
 * Removed: by housekeeping two days later.
 */
export const noticeCounts = publicTable(
  'notice_counts',
  {
    /** A hash of the mailbox's key. */
    mailbox: text('mailbox').notNull(),
    /** Its beginning (UTC). */
    day: instant('day').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ name: 'notice_counts_primary_key', columns: [table.mailbox, table.day] }),
    index('notice_counts_day_index').on(table.day),
  ],
)

/**
 * The recent calls of each rate limit: the time until which they are spent.
 * Removed: by housekeeping when a limit is fully refilled.
 */
export const spentCalls = publicTable(
  'spent_calls',
  {
    key: text('key').notNull(),
    /** The subject whose counts are cleared together; null: none. */
    subject: text('subject'),
    /** In ms since 1970. */
    spentUntil: doublePrecision('spent_until').notNull(),
    /** How long a full refill takes, in ms. */
    refillTime: doublePrecision('refill_time'),
  },
  (table) => [
    primaryKey({ name: 'spent_calls_primary_key', columns: [table.key] }),
    index('spent_calls_subject_index').on(table.subject).where(isNotNull(table.subject)),
    index('spent_calls_spent_until_index').on(table.spentUntil),
  ],
)

/**
 * What happened to each organisation (`events.ts`).
 * Removed: by housekeeping after 400 days; of one user there are 200 a day of each kind that folds, and fewer than 500
 * of the others (D94).
 */
export const events = publicTable(
  'events',
  {
    id: text('id').notNull(),
    organisationId: text('organisation_id').notNull(),
    at: instant('at').notNull(),
    audience: text('audience').$type<Entry['audience']>().notNull(),
    actorKind: text('actor_kind').$type<Entry['actorKind']>().notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    actorEmail: text('actor_email'),
    action: text('action').$type<Entry['action']>().notNull(),
    subject: text('subject'),
    subjectId: text('subject_id'),
    details: jsonb('details').$type<Entry['details']>().notNull(),
    network: text('network'),
    subscriptionId: text('subscription_id'),
    paymentId: text('payment_id'),
    origin: text('origin').$type<Entry['origin']>().notNull(),
    outcome: text('outcome').$type<Entry['outcome']>().notNull(),
    lastWords: text('last_words'),
    once: text('once'),
    /** Names, addresses and facts in lower case, for searching. */
    words: text('words').notNull(),
  },
  (table) => [
    primaryKey({ name: 'events_primary_key', columns: [table.id] }),
    unique('events_once_unique').on(table.once),
    // Nobody reads the entries of a deleted organisation.
    foreignKey({
      name: 'events_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }).onDelete('cascade'),
    index('events_organisation_id_id_index').on(table.organisationId, table.id),
    index('events_actor_id_at_index').on(table.actorId, table.at).where(isNotNull(table.actorId)),
    // To erase a person, and to trace a payment.
    index('events_subject_id_index').on(table.subjectId).where(isNotNull(table.subjectId)),
    index('events_payment_id_index').on(table.paymentId).where(isNotNull(table.paymentId)),
    index('events_at_index').on(table.at),
  ],
)

/**
 * Work that one server does for all on a schedule: when it is due next.
 * Removed: never: one row a kind of chore.
 */
export const chores = publicTable(
  'chores',
  {
    name: text('name').notNull(),
    nextAt: instant('next_at').notNull(),
  },
  (table) => [primaryKey({ name: 'chores_primary_key', columns: [table.name] })],
)

/**
 * When the last backup was made (D131).
 * Removed: never: one row.
 */
export const backups = publicTable(
  'backups',
  {
    /** `last`. */
    name: text('name').notNull(),
    /** The state that it has. */
    madeAt: instant('made_at').notNull(),
  },
  (table) => [primaryKey({ name: 'backups_primary_key', columns: [table.name] })],
)
