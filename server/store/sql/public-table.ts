import { type AnyPgColumn, customType, foreignKey, PgSchema, timestamp } from 'drizzle-orm/pg-core'

/**
 * Defines a table like Drizzle's `pgTable`, but its statements name the schema, too: another client of a pooler may have
 * changed a connection's `search_path` (D130). Drizzle's `pgSchema` refuses `public`.
 */
export const publicTable = new PgSchema('public').table

/** A column of an instant. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A reference to another table's row, which can't be removed meanwhile. */
export const refersTo = (name: string, column: AnyPgColumn, to: AnyPgColumn) =>
  foreignKey({ name, columns: [column], foreignColumns: [to] })

/** A reference to another table's row, with which the row is removed. */
export const partOf = (name: string, column: AnyPgColumn, whole: AnyPgColumn) =>
  refersTo(name, column, whole).onDelete('cascade')

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A column of JSON whose instants are dates. */
export function datedJson<Data>(name: string) {
  return customType<{ data: Data; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => withDates(value) as Data,
  })(name)
}

/** Replaces instants by dates, within the value that the driver has just parsed: a copy would cost twice the time. */
function withDates(value: unknown): unknown {
  if (typeof value === 'string') return isInstant.test(value) ? new Date(value) : value
  if (typeof value !== 'object' || value === null) return value
  const parts = value as Record<string, unknown>
  for (const name of Object.keys(parts)) parts[name] = withDates(parts[name])
  return value
}
