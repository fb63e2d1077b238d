import { isNotNull } from 'drizzle-orm'
import { doublePrecision, index, primaryKey, text } from 'drizzle-orm/pg-core'
import { publicTable } from '../store/sql/public-table'

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
    refillTime: doublePrecision('refill_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'spent_calls_primary_key', columns: [table.key] }),
    index('spent_calls_subject_index').on(table.subject).where(isNotNull(table.subject)),
    index('spent_calls_spent_until_index').on(table.spentUntil),
  ],
)
