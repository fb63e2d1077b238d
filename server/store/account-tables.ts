import { isNotNull } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import type { Farewell, SignIn } from './entities'
import { publicTable } from './public-table'

/*
 * The tables of people: part of `schema.ts`, whose rules hold for them too.
 */

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** The constraints whose violation is an expected result, not a failure. */
export const constraints = {
  organisationSlug: 'organisations_slug_unique',
  userEmailKey: 'users_email_key_unique',
  liveSubscription: 'subscriptions_live_organisation_id_unique',
} as const

/** Removed: by the operator; each has an admin. */
export const organisations = publicTable(
  'organisations',
  {
    id: text('id').notNull(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'organisations_primary_key', columns: [table.id] }),
    unique(constraints.organisationSlug).on(table.slug),
  ],
)

/** Removed: with their organisation. */
export const users = publicTable(
  'users',
  {
    id: text('id').notNull(),
    organisationId: text('organisation_id').notNull(),
    fullName: text('full_name').notNull(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    passwordHash: text('password_hash').notNull(),
    contactNumber: text('contact_number'),
    isAdmin: boolean('is_admin').notNull(),
    secondFactorDue: instant('second_factor_due'),
    // The previous version doesn't write the following.
    renewalReminders: boolean('renewal_reminders').notNull().default(true),
    isAddressProven: boolean('is_address_proven').notNull().default(true),
    formerEmail: text('former_email'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'users_primary_key', columns: [table.id] }),
    unique(constraints.userEmailKey).on(table.emailKey),
    foreignKey({
      name: 'users_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }).onDelete('cascade'),
    index('users_organisation_id_index').on(table.organisationId),
  ],
)

/**
 * The owner of each address, so that one index covers a user's address and the one that a
 * link restores (D66). Users added by a server of the previous version have none until they
 * change it.
 * Removed: with their user, when a changed address is confirmed (D90), and by housekeeping when no link can restore
 * them any more: five of a user at most.
 */
export const addresses = publicTable(
  'addresses',
  {
    emailKey: text('email_key').notNull(),
    userId: text('user_id').notNull(),
    /** Null: it is the user's address, or the one before it until that one is proven (D90). */
    heldUntil: instant('held_until'),
  },
  (table) => [
    primaryKey({ name: 'addresses_primary_key', columns: [table.emailKey] }),
    foreignKey({
      name: 'addresses_user_id_foreign_key',
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    index('addresses_user_id_index').on(table.userId),
  ],
)

/**
 * Removed: when they are ended, the oldest when a user has 500 (D55), and by housekeeping when they
 * have expired.
 */
export const sessions = publicTable(
  'sessions',
  {
    id: text('id').notNull(),
    userId: text('user_id').notNull(),
    refreshTokenHash: text('refresh_token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    // The previous version doesn't write the following.
    browser: text('browser'),
    network: text('network'),
    lastActiveAt: instant('last_active_at'),
    codeGivenAt: instant('code_given_at'),
  },
  (table) => [
    primaryKey({ name: 'sessions_primary_key', columns: [table.id] }),
    unique('sessions_refresh_token_hash_unique').on(table.refreshTokenHash),
    foreignKey({
      name: 'sessions_user_id_foreign_key',
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    index('sessions_user_id_index').on(table.userId),
  ],
)

/**
 * The sessions that ended because their account was deleted.
 * Removed: with their organisation, and by housekeeping when the session would have expired: 500 of a former
 * user at most (D55).
 */
export const farewells = publicTable(
  'farewells',
  {
    refreshTokenHash: text('refresh_token_hash').notNull(),
    organisationId: text('organisation_id').notNull(),
    why: text('why').$type<Farewell['why']>().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'farewells_primary_key', columns: [table.refreshTokenHash] }),
    foreignKey({
      name: 'farewells_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }).onDelete('cascade'),
    index('farewells_organisation_id_index').on(table.organisationId),
    index('farewells_expires_at_index').on(table.expiresAt),
  ],
)

/**
 * The browsers and networks that a user has signed in from: the last ones.
 * Removed: with their user, and by housekeeping 400 days after the last sign-in there; 20 of a user
 * at most.
 */
export const knownBrowsers = publicTable(
  'known_browsers',
  {
    userId: text('user_id').notNull(),
    browser: text('browser').notNull(),
    network: text('network').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'known_browsers_primary_key',
      columns: [table.userId, table.browser, table.network],
    }),
    foreignKey({
      name: 'known_browsers_user_id_foreign_key',
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    index('known_browsers_seen_at_index').on(table.seenAt),
  ],
)

/**
 * Attempts to sign in as a user, for the operator (D133). No reference to the user: who took an account over, and left with
 * it, leaves traces.
 * Removed: with their organisation, by `npm run admin -- erase`, and by housekeeping after 90 days: 51 of a user, day
 * and result at most.
 */
export const signIns = publicTable(
  'sign_ins',
  {
    id: text('id').notNull(),
    organisationId: text('organisation_id').notNull(),
    userId: text('user_id').notNull(),
    email: text('email').notNull(),
    day: text('day').notNull(),
    result: text('result').$type<SignIn['result']>().notNull(),
    browser: text('browser').notNull(),
    network: text('network').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ name: 'sign_ins_primary_key', columns: [table.id] }),
    unique('sign_ins_place_unique').on(
      table.userId,
      table.day,
      table.result,
      table.browser,
      table.network,
    ),
    foreignKey({
      name: 'sign_ins_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }).onDelete('cascade'),
    index('sign_ins_organisation_id_id_index').on(table.organisationId, table.id),
    // Not of the last one: counting one more would change an index.
    index('sign_ins_first_at_index').on(table.firstAt),
  ],
)

/**
 * Users' second factors.
 * Removed: when they are switched off or reset, and with their user: one row each, with ten
 * recovery codes at most.
 */
export const secondFactors = publicTable(
  'second_factors',
  {
    userId: text('user_id').notNull(),
    secret: text('secret').notNull(),
    begunAt: instant('begun_at').notNull(),
    since: instant('since'),
    lastStep: integer('last_step'),
    recoveryCodes: text('recovery_codes').array().notNull(),
  },
  (table) => [
    primaryKey({ name: 'second_factors_primary_key', columns: [table.userId] }),
    foreignKey({
      name: 'second_factors_user_id_foreign_key',
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
  ],
)

/**
 * Removed: when they are used, replaced or revoked, and by housekeeping 30 days after they expired.
 */
export const invitations = publicTable(
  'invitations',
  {
    id: text('id').notNull(),
    organisationId: text('organisation_id').notNull(),
    emailKey: text('email_key').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    openedAt: instant('opened_at'),
    openedFrom: text('opened_from'),
    // The previous version doesn't write the following.
    email: text('email'),
    invitedBy: text('invited_by'),
    mailId: text('mail_id'),
    mailSettledAt: instant('mail_settled_at'),
    mailFailure: text('mail_failure'),
    expiryTold: boolean('expiry_told').notNull().default(false),
    invitedById: text('invited_by_id'),
  },
  (table) => [
    primaryKey({ name: 'invitations_primary_key', columns: [table.id] }),
    unique('invitations_organisation_id_email_key_unique').on(table.organisationId, table.emailKey),
    unique('invitations_token_hash_unique').on(table.tokenHash),
    foreignKey({
      name: 'invitations_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }).onDelete('cascade'),
    index('invitations_mail_id_index').on(table.mailId).where(isNotNull(table.mailId)),
    index('invitations_expires_at_index').on(table.expiresAt),
  ],
)

/**
 * The version of each organisation's team, once it has changed.
 * Removed: with their organisation: one row each.
 */
export const teams = publicTable(
  'teams',
  {
    organisationId: text('organisation_id').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ name: 'teams_primary_key', columns: [table.organisationId] }),
    foreignKey({
      name: 'teams_organisation_id_foreign_key',
      columns: [table.organisationId],
      foreignColumns: [organisations.id],
    }).onDelete('cascade'),
  ],
)

/**
 * Links that set a new password; a user may have several.
 * Removed: a user's resets when one is used or the address changes, and by housekeeping when they
 * have expired: 20 at most, by how often they may be asked for (D64); besides them three that
 * restore addresses (D66), and one for each second factor set up in a week (D98).
 */
export const passwordLinks = publicTable(
  'password_links',
  {
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id').notNull(),
    emailKey: text('email_key').notNull(),
    putsBack: text('puts_back'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    // The previous version doesn't write the following.
    undoesFactor: boolean('undoes_factor').notNull().default(false),
  },
  (table) => [
    primaryKey({ name: 'password_links_primary_key', columns: [table.tokenHash] }),
    foreignKey({
      name: 'password_links_user_id_foreign_key',
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    index('password_links_user_id_index').on(table.userId),
  ],
)

/**
 * One per user: written by servers of the previous version, read beside them. The next version drops
 * it.
 * Removed: like these; only servers of the previous version write them.
 */
export const passwordResets = publicTable(
  'password_resets',
  {
    id: text('id').notNull(),
    userId: text('user_id').notNull(),
    /** Null: saved before this column existed. */
    emailKey: text('email_key'),
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'password_resets_primary_key', columns: [table.id] }),
    unique('password_resets_user_id_unique').on(table.userId),
    unique('password_resets_token_hash_unique').on(table.tokenHash),
    foreignKey({
      name: 'password_resets_user_id_foreign_key',
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
  ],
)
