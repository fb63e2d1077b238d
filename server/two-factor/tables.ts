import { integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from '../people/tables'
import type { Row } from '../store/change'
import { instant, partOf, publicTable } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    secondFactors: typeof secondFactors
  }
}

/**
 * Users' second factors.
 * Removed: when they are switched off or reset, and with their user: one row each, with ten
 * recovery codes at most.
 */
export const secondFactors = publicTable(
  'second_factors',
  {
    userId: text('user_id').notNull(),
    /** Encrypted (`server/two-factor/secret-box.ts`). */
    secret: text('secret').notNull(),
    /** When the secret was created. */
    begunAt: instant('begun_at').notNull(),
    /** The time since which signing in asks for a code; null while it waits for its first code. */
    since: instant('since'),
    /** The time step of the last used code (RFC 6238). Codes of that step and earlier ones are used up. */
    lastStep: integer('last_step'),
    /** The hashes of the unused recovery codes. */
    recoveryCodes: text('recovery_codes').array().notNull(),
  },
  (table) => [
    primaryKey({ name: 'second_factors_primary_key', columns: [table.userId] }),
    partOf('second_factors_user_id_foreign_key', table.userId, users.id),
  ],
)

/** A user's second factor. Deleted with the user. */
export type SecondFactor = Row<'secondFactors'>
