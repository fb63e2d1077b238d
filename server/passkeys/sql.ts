import { sql } from 'drizzle-orm'
import { users } from '../people/tables'
import { passkeys } from './tables'

/**
 * The domains of the passkeys of a row of `users`, each once. Both tables have an `id`, and where a statement reads one
 * table, its columns come without their table's name.
 */
export const passkeyDomains = sql<string[]>`array(
  select distinct passkey.domain from ${passkeys} as passkey
  where passkey.user_id = ${users}.id order by 1
)`
