import { PgSchema, timestamp } from 'drizzle-orm/pg-core'

/**
 * As Drizzle's `pgTable`, but statements name the schema too: whoever shares a pooler may leave a connection's
 * `search_path` at anything (D130). Drizzle's `pgSchema` refuses `public`.
 */
export const publicTable = new PgSchema('public').table

/** A column of an instant, in ms. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
