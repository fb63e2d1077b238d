import { isNotNull } from 'drizzle-orm'
import { index, integer, jsonb, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { organisations } from '../people/tables'
import type { Row } from '../store/change'
import type { Entry } from '../store/entry'
import { instant, partOf, publicTable } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    signIns: typeof signIns
  }
}

/**
 * Attempts to sign in as a user, for the operator (D133). There is no foreign key to the user, so the traces of somebody who took
 * an account over stay after the account is deleted.
 * Removed: with their organisation, by `npm run admin -- erase`, and by housekeeping after 90 days.
 */
export const signIns = publicTable(
  'sign_ins',
  {
    /** Sorts by the time of the first attempt, also among the ids of entries: `newEntryId`. */
    id: text('id').notNull(),
    organisationId: text('organisation_id').notNull(),
    /** The id of the user, who may be deleted. */
    userId: text('user_id').notNull(),
    /** The user's address at the last attempt, as typed. */
    email: text('email').notNull(),
    /** The day in the site's time zone: '2026-11-24'. */
    day: text('day').notNull(),
    result: text('result').$type<SignInResult>().notNull(),
    /** The browser of the last attempt. */
    browser: text('browser').notNull(),
    network: text('network').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ name: 'sign_ins_primary_key', columns: [table.id] }),
    unique('sign_ins_place_unique').on(table.userId, table.day, table.result, table.network),
    partOf('sign_ins_organisation_id_foreign_key', table.organisationId, organisations.id),
    index('sign_ins_organisation_id_id_index').on(table.organisationId, table.id),
    // An index of `lastAt` would change with each attempt.
    index('sign_ins_first_at_index').on(table.firstAt),
  ],
)

/**
 * The audit log: entries of each organisation.
 * Removed: by housekeeping after 400 days. Whatever causes entries has a daily limit (D94).
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
    errorMessage: text('last_words'),
    once: text('once'),
    /** Names, addresses and facts as `searchText` writes them. */
    words: text('words').notNull(),
  },
  (table) => [
    primaryKey({ name: 'events_primary_key', columns: [table.id] }),
    unique('events_once_unique').on(table.once),
    // Entries are deleted with their organisation: nobody could read them.
    partOf('events_organisation_id_foreign_key', table.organisationId, organisations.id),
    index('events_organisation_id_id_index').on(table.organisationId, table.id),
    index('events_actor_id_index').on(table.actorId).where(isNotNull(table.actorId)),
    // Serves for erasing a person, and for tracing a payment.
    index('events_subject_id_index').on(table.subjectId).where(isNotNull(table.subjectId)),
    index('events_payment_id_index').on(table.paymentId).where(isNotNull(table.paymentId)),
    index('events_at_index').on(table.at),
  ],
)

/** The result of an attempt to sign in. `-of-session` and `-of-link`: a password, code or passkey was given in a session, or with a mailed link. */
export type SignInResult =
  | 'signed-in'
  | 'signed-in-by-passkey'
  | 'wrong-password'
  /** The password was right, and a code or passkey was missing. */
  | 'code-asked'
  | 'wrong-code'
  | 'refused-passkey'
  | 'wrong-password-of-session'
  | 'wrong-code-of-session'
  | 'wrong-code-of-link'
  | 'refused-passkey-of-session'
  | 'refused-passkey-of-link'

/** A user's attempts with one result, from one network on one day, for the operator. */
export type SignIn = Row<'signIns'>
