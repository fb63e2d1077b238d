import { primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, publicTable } from '../sql/public-table'

/**
 * The time of the last backup.
 * Removed: never: one row.
 */
export const backups = publicTable(
  'backups',
  {
    /** `last`. */
    name: text('name').notNull(),
    /** The time of the state that the backup contains. */
    madeAt: instant('made_at').notNull(),
  },
  (table) => [primaryKey({ name: 'backups_primary_key', columns: [table.name] })],
)
