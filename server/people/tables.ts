import { boolean, foreignKey, index, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { SecondFactorRule } from '../../contract/second-factor-rule'
import type { Row } from '../store/change'
import { instant, publicTable } from '../store/sql/public-table'

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
    /** Whom it asks for a second factor; the site's rule may be stricter (D138). */
    secondFactor: text('second_factor').$type<SecondFactorRule>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'organisations_primary_key', columns: [table.id] }),
    unique('organisations_slug_unique').on(table.slug),
  ],
)

/**
 * Whose a slug is, so that none ever leads to two organisations (D136).
 * Removed: a former one by housekeeping, after 400 days or, of a name, a week: 110 of an organisation at most. Those of a
 * deleted organisation stay for ever.
 */
export const slugs = publicTable(
  'slugs',
  {
    slug: text('slug').notNull(),
    /** Null: it was a deleted one's. */
    organisationId: text('organisation_id'),
    /** Whether it is the slug of their name, which may be another than their address. */
    isName: boolean('is_name').notNull(),
    /** Until when it leads to them because it did before; null: it is their address, or was never more than a name's. */
    heldUntil: instant('held_until'),
  },
  (table) => [
    primaryKey({ name: 'slugs_primary_key', columns: [table.slug] }),
    foreignKey({
      name: 'slugs_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }),
    index('slugs_organisation_id_index').on(table.organisationId),
    index('slugs_held_until_index').on(table.heldUntil),
  ],
)

/**
 * Organisations that are to be deleted (D140).
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
    /** From then on it is deleted, and can't be kept. */
    dueAt: instant('due_at').notNull(),
    /** When the job takes its next step. */
    nextStepAt: instant('next_step_at').notNull(),
    /** Whether everybody was told once more, a day before. */
    isReminded: boolean('is_reminded').notNull(),
    /** The subscription whose renewal was stopped for this; null: none. */
    stoppedId: text('stopped_id'),
  },
  (table) => [
    primaryKey({ name: 'deletions_primary_key', columns: [table.organisationId] }),
    foreignKey({
      name: 'deletions_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }).onDelete('cascade'),
    index('deletions_next_step_at_index').on(table.nextStepAt),
  ],
)

/**
 * Organisations that nobody uses, and whose people were told so (D141).
 * Removed: when somebody signs in, with the setting, or with the organisation.
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
    foreignKey({
      name: 'abandonments_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }).onDelete('cascade'),
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
    /** As typed. */
    email: text('email').notNull(),
    /** Unique; mail goes there: see `emailKey` in `server/people/email.ts`. */
    emailKey: text('email_key').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Country code, a hyphen, then digits; null means none. */
    contactNumber: text('contact_number'),
    isAdmin: boolean('is_admin').notNull(),
    /** When they must have set up a second factor by; null: not required yet, or done. */
    secondFactorDue: instant('second_factor_due'),
    /** Whether they get mails before a yearly renewal, as an admin (D113). */
    renewalReminders: boolean('renewal_reminders').notNull(),
    /** Whether a link that was mailed to the address of the sign-up, or a later one, was used (D90). */
    isAddressProven: boolean('is_address_proven').notNull(),
    /**
     * The address before this one, as typed, to which the account returns unless this one is proven to be theirs (D90);
     * null: there is none, or it is proven.
     */
    formerEmail: text('former_email'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'users_primary_key', columns: [table.id] }),
    unique('users_email_key_unique').on(table.emailKey),
    foreignKey({
      name: 'users_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }).onDelete('cascade'),
    index('users_organisation_id_index').on(table.organisationId),
  ],
)

/** An organisation, which its members share. */
export type Organisation = Row<'organisations'>

export type Slug = Row<'slugs'>

export type Deletion = Row<'deletions'>

export type Abandonment = Row<'abandonments'>

/** One person in one organisation (D31). */
export type User = Row<'users'>
