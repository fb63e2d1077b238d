import { customType } from 'drizzle-orm/pg-core'

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A column of JSON whose instants are dates. */
export function datedJson<Data>(name: string) {
  return customType<{ data: Data; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) =>
      JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
        typeof part === 'string' && isInstant.test(part) ? new Date(part) : part,
      ),
  })(name)
}
