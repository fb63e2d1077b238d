import { boolean, index, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { SecondFactorRule } from '../../contract/second-factor-rule'
import type { Row } from '../store/change'
import { instant, partOf, publicTable, refersTo } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    organisations: typeof organisations
    slugs: typeof slugs
    deletions: typeof deletions
    abandonments: typeof abandonments
    users: typeof users
  }
}

/** Removed: on request, by an admin (D140) or the operator; each has an admin. */
export const organisations = publicTable(
  'organisations',
  {
    id: text('id').notNull(),
    name: text('name').notNull(),
    /** Lower case, ASCII, hyphens; unique (D31). */
    slug: text('slug').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The users from whom it asks for a second factor. The site's rule may be stricter (D138). */
    secondFactor: text('second_factor').$type<SecondFactorRule>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'organisations_primary_key', columns: [table.id] }),
    unique('organisations_slug_unique').on(table.slug),
  ],
)

/**
 * The owner of each slug, so that none ever leads to two organisations (D136).
 * Removed: a former address by housekeeping after 400 days, the slug of a former name after a week: 110 of an organisation at
 * most. Those of a deleted organisation stay for ever.
 */
export const slugs = publicTable(
  'slugs',
  {
    slug: text('slug').notNull(),
    /** Null after the organisation was deleted. */
    organisationId: text('organisation_id'),
    /** Whether it is the slug of the organisation's name, which may differ from its address. */
    isName: boolean('is_name').notNull(),
    /** The time until which a former address leads to the organisation. Null for its address, and for a slug that was only a name's. */
    heldUntil: instant('held_until'),
  },
  (table) => [
    primaryKey({ name: 'slugs_primary_key', columns: [table.slug] }),
    refersTo('slugs_organisation_id_foreign_key', table.organisationId, organisations.id),
    index('slugs_organisation_id_index').on(table.organisationId),
    index('slugs_held_until_index').on(table.heldUntil),
  ],
)

/**
 * Organisations that are to be deleted.
 * Removed: when an admin keeps the organisation, or with it.
 */
export const deletions = publicTable(
  'deletions',
  {
    organisationId: text('organisation_id').notNull(),
    requestedAt: instant('requested_at').notNull(),
    requestedById: text('requested_by_id').notNull(),
    /** The admin's name, as of the request. */
    requestedBy: text('requested_by').notNull(),
    /** When the deletion begins, and can no longer be withdrawn. */
    dueAt: instant('due_at').notNull(),
    /** When the job takes its next step. */
    nextStepAt: instant('next_step_at').notNull(),
    /** Whether the reminder was mailed, a day before. */
    isReminded: boolean('is_reminded').notNull(),
    /** The subscription whose renewal was stopped for this; null: none. */
    stoppedId: text('stopped_id'),
  },
  (table) => [
    primaryKey({ name: 'deletions_primary_key', columns: [table.organisationId] }),
    partOf('deletions_organisation_id_foreign_key', table.organisationId, organisations.id),
    index('deletions_next_step_at_index').on(table.nextStepAt),
  ],
)

/**
 * Organisations that nobody uses, and whose users were told so.
 * Removed: when somebody signs in, when the setting is switched off, or with the organisation.
 */
export const abandonments = publicTable(
  'abandonments',
  {
    organisationId: text('organisation_id').notNull(),
    /** When the second mail is due, and after it the deletion. */
    nextStepAt: instant('next_step_at').notNull(),
    isReminded: boolean('is_reminded').notNull(),
  },
  (table) => [
    primaryKey({ name: 'abandonments_primary_key', columns: [table.organisationId] }),
    partOf('abandonments_organisation_id_foreign_key', table.organisationId, organisations.id),
    index('abandonments_next_step_at_index').on(table.nextStepAt),
  ],
)

/** Removed: with their organisation. */
export const users = publicTable(
  'users',
  {
    id: text('id').notNull(),
    organisationId: text('organisation_id').notNull(),
    fullName: text('full_name').notNull(),
    /** The address as typed. */
    email: text('email').notNull(),
    /** The normalised address, to which mails go: see `emailKey` in `server/people/email.ts`. */
    emailKey: text('email_key').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Country code, a hyphen, then digits; null for none. */
    contactNumber: text('contact_number'),
    isAdmin: boolean('is_admin').notNull(),
    /** The time by which the user needs a second factor; null if it isn't required, or they have one. */
    secondFactorDue: instant('second_factor_due'),
    /** Whether an admin gets mails before a yearly renewal (D109). */
    renewalReminders: boolean('renewal_reminders').notNull(),
    /** Whether the user ever used a link that was mailed to an address of theirs (D90). */
    isAddressProven: boolean('is_address_proven').notNull(),
    /** The former address as typed, to which the account may return until this one is proven; null for none. */
    formerEmail: text('former_email'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'users_primary_key', columns: [table.id] }),
    unique('users_email_key_unique').on(table.emailKey),
    partOf('users_organisation_id_foreign_key', table.organisationId, organisations.id),
    index('users_organisation_id_index').on(table.organisationId),
  ],
)

/** An organisation, which its members share. */
export type Organisation = Row<'organisations'>

export type Slug = Row<'slugs'>

export type Deletion = Row<'deletions'>

export type Abandonment = Row<'abandonments'>

/** An account: a person in one organisation. */
export type User = Row<'users'>
