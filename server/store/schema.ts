import {
  boolean,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'

/*
 * The tables of the SQL store: the fields of `store.ts`, whose comments say what they mean.
 * Constraints and indexes are named here, so that code can tell conflicts apart by name and
 * migrations can find them. Only what PostgreSQL 15 has may be used.
 */

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** The names of the constraints whose violation is an answer, not a failure. */
export const constraints = {
  organisationSlug: 'organisations_slug_unique',
  userEmailKey: 'users_email_key_unique',
} as const

export const organisations = pgTable(
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

export const users = pgTable(
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

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').notNull(),
    userId: text('user_id').notNull(),
    refreshTokenHash: text('refresh_token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
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
