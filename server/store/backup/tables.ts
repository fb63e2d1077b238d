import { primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, publicTable } from '../sql/public-table'

/**
 * When the last backup was made (D131).
 * Removed: never: one row.
 */
export const backups = publicTable(
  'backups',
  {
    /** `last`. */
    name: text('name').notNull(),
    /** The state that it has. */
    madeAt: instant('made_at').notNull(),
  },
  (table) => [primaryKey({ name: 'backups_primary_key', columns: [table.name] })],
)
