import { bigint, boolean, index, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { users } from '../people/tables'
import { instant, partOf, publicTable } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    passkeys: typeof passkeys
    passkeyCeremonies: typeof passkeyCeremonies
  }
}

/**
 * Users' passkeys. Their public keys open nothing.
 * Removed: by their user, with a second factor that is reset, by a link that takes an account back (D89), and with
 * their user: ten of a user at most.
 */
export const passkeys = publicTable(
  'passkeys',
  {
    id: text('id').notNull(),
    userId: text('user_id').notNull(),
    /** The id in browsers and devices, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** The signature counter at the last use; 0 for passkeys that don't count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** The ways in which browsers reach the passkey's device: USB, NFC and others. */
    transports: text('transports').array().notNull(),
    /** Whether several devices may have it. Such passkeys have no counter. */
    isSynced: boolean('is_synced').notNull(),
    /** The name that its user gave it. */
    name: text('name').notNull(),
    /** The domain on which it works: `PASSKEY_DOMAIN` when it was added. */
    domain: text('domain').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null until it is used. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    primaryKey({ name: 'passkeys_primary_key', columns: [table.id] }),
    unique('passkeys_credential_id_unique').on(table.credentialId),
    partOf('passkeys_user_id_foreign_key', table.userId, users.id),
    index('passkeys_user_id_index').on(table.userId),
  ],
)

/**
 * Used ceremonies: none can be used twice, on any server.
 * Removed: by housekeeping an hour after they would have expired.
 */
export const passkeyCeremonies = publicTable(
  'passkey_ceremonies',
  {
    /** The hash of the challenge. */
    id: text('id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ name: 'passkey_ceremonies_primary_key', columns: [table.id] })],
)
