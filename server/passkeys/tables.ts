import { bigint, boolean, foreignKey, index, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { users } from '../people/tables'
import { instant, publicTable } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    passkeys: typeof passkeys
    passkeyCeremonies: typeof passkeyCeremonies
  }
}

/**
 * Users' passkeys: what a server knows of them opens nothing.
 * Removed: by their user, with a second factor that is reset, by a link that takes an account back (D89, D98), and with
 * their user: ten of a user at most.
 */
export const passkeys = publicTable(
  'passkeys',
  {
    id: text('id').notNull(),
    userId: text('user_id').notNull(),
    /** Its id in browsers and devices, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it had signed when it was last used, as far as it counts; 0: it doesn't. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach it. */
    transports: text('transports').array().notNull(),
    /** Whether several devices may have it: those don't count. */
    isSynced: boolean('is_synced').notNull(),
    /** By its user. */
    name: text('name').notNull(),
    /** Where it works (`PASSKEY_DOMAIN` as it was then). */
    domain: text('domain').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null: not used yet. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    primaryKey({ name: 'passkeys_primary_key', columns: [table.id] }),
    unique('passkeys_credential_id_unique').on(table.credentialId),
    foreignKey({
      name: 'passkeys_user_id_foreign_key',
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    index('passkeys_user_id_index').on(table.userId),
  ],
)

/**
 * Ceremonies that were used: each proves one thing, on whatever server.
 * Removed: by housekeeping an hour after they would have expired.
 */
export const passkeyCeremonies = publicTable(
  'passkey_ceremonies',
  {
    /** The hash of its challenge. */
    id: text('id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ name: 'passkey_ceremonies_primary_key', columns: [table.id] })],
)
