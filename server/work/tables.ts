import { primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, publicTable } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    chores: typeof chores
  }
}

/**
 * Work that one server does for all on a schedule: when it is due next.
 * Removed: never: one row a kind of chore.
 */
export const chores = publicTable(
  'chores',
  {
    name: text('name').notNull(),
    nextAt: instant('next_at').notNull(),
  },
  (table) => [primaryKey({ name: 'chores_primary_key', columns: [table.name] })],
)
