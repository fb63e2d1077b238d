import { boolean, index, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { organisations, users } from '../people/tables'
import type { Row } from '../store/change'
import { instant, partOf, publicTable } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    addresses: typeof addresses
    sessions: typeof sessions
    farewells: typeof farewells
    knownBrowsers: typeof knownBrowsers
    passwordLinks: typeof passwordLinks
  }
}

/**
 * The owner of each address. One unique key covers users' addresses and those that a link may restore (D66).
 * Removed: with their user, when a changed address is confirmed (D90), and by housekeeping when no link can restore
 * them any more: five of a user at most.
 */
export const addresses = publicTable(
  'addresses',
  {
    emailKey: text('email_key').notNull(),
    userId: text('user_id').notNull(),
    /** The time until which a link may restore it. Null for the user's address, and the former one until the new one is proven. */
    heldUntil: instant('held_until'),
  },
  (table) => [
    primaryKey({ name: 'addresses_primary_key', columns: [table.emailKey] }),
    partOf('addresses_user_id_foreign_key', table.userId, users.id),
    index('addresses_user_id_index').on(table.userId),
  ],
)

/**
 * Removed: when they are ended, the oldest when a user has 500 (D35), and by housekeeping when they
 * have expired.
 */
export const sessions = publicTable(
  'sessions',
  {
    id: text('id').notNull(),
    userId: text('user_id').notNull(),
    /** Only the hash of the refresh token is stored. */
    refreshTokenHash: text('refresh_token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The browser's name at sign-in: 'Firefox on Windows'. */
    browser: text('browser').notNull(),
    /** The network of the last renewal (`server/api/networks.ts`). */
    network: text('network').notNull(),
    /** When the access token was last renewed. */
    lastActiveAt: instant('last_active_at').notNull(),
    /** When a code was last given for an action that a second factor guards (D92); null: never. */
    codeGivenAt: instant('code_given_at'),
    /** Whether the user signed in with a passkey. */
    isByPasskey: boolean('is_by_passkey').notNull(),
  },
  (table) => [
    primaryKey({ name: 'sessions_primary_key', columns: [table.id] }),
    unique('sessions_refresh_token_hash_unique').on(table.refreshTokenHash),
    partOf('sessions_user_id_foreign_key', table.userId, users.id),
    index('sessions_user_id_index').on(table.userId),
  ],
)

/**
 * The sessions that ended because their account was deleted.
 * Removed: with their organisation, and by housekeeping when the session would have expired: 500 of a former
 * user at most.
 */
export const farewells = publicTable(
  'farewells',
  {
    refreshTokenHash: text('refresh_token_hash').notNull(),
    organisationId: text('organisation_id').notNull(),
    /** `removed`: by an admin or the operator. `left`: by the user. */
    why: text('why').$type<'removed' | 'left'>().notNull(),
    /** When the session would have expired. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'farewells_primary_key', columns: [table.refreshTokenHash] }),
    partOf('farewells_organisation_id_foreign_key', table.organisationId, organisations.id),
    index('farewells_organisation_id_index').on(table.organisationId),
    index('farewells_expires_at_index').on(table.expiresAt),
  ],
)

/**
 * The browsers and networks from which a user signed in last.
 * Removed: with their user, and by housekeeping 400 days after the last sign-in there; 20 of a user
 * at most.
 */
export const knownBrowsers = publicTable(
  'known_browsers',
  {
    userId: text('user_id').notNull(),
    /** The browser's name. */
    browser: text('browser').notNull(),
    /** The wide network; empty if unknown. */
    network: text('network').notNull(),
    /** The last sign-in. */
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'known_browsers_primary_key',
      columns: [table.userId, table.browser, table.network],
    }),
    partOf('known_browsers_user_id_foreign_key', table.userId, users.id),
    index('known_browsers_seen_at_index').on(table.seenAt),
  ],
)

/**
 * Links that set a new password; a user may have several.
 * Removed: a user's resets when one is used or the address changes, and by housekeeping when they
 * have expired: 20 at most, by how often they may be asked for (D64); besides them three that
 * restore addresses, and one for each second factor or passkey set up in a week (D89).
 */
export const passwordLinks = publicTable(
  'password_links',
  {
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id').notNull(),
    /** The key of the address that the link was mailed to. A reset is valid only while the user has that address. */
    emailKey: text('email_key').notNull(),
    /** The same address as typed, if the link restores it; null if it doesn't. */
    restoresEmail: text('puts_back'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Whether the link undoes a second factor or a passkey, and was mailed when that was set up. */
    undoesFactor: boolean('undoes_factor').notNull(),
  },
  (table) => [
    primaryKey({ name: 'password_links_primary_key', columns: [table.tokenHash] }),
    partOf('password_links_user_id_foreign_key', table.userId, users.id),
    index('password_links_user_id_index').on(table.userId),
  ],
)

/** One sign-in, alive until it expires or is revoked. */
export type Session = Row<'sessions'>

/** A session that ended because its account was deleted. Its token still gets the reason. */
export type Farewell = Row<'farewells'>

/** A browser and network that a user has signed in from. Others are reported by mail. */
export type KnownBrowser = Row<'knownBrowsers'>

/**
 * A link that sets a new password: a reset (D32), or a link that takes an account back after its address was changed
 * without the password, or after a second factor or a passkey was set up. Using it takes a second factor that is
 * older than the link; the link removes younger ones.
 */
export type PasswordLink = Row<'passwordLinks'>
