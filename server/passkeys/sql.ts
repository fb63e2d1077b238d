import { sql } from 'drizzle-orm'
import { users } from '../people/tables'
import { passkeys } from './tables'

/** The domains of the passkeys of a row of `users`, each once. */
export const passkeyDomains = sql<string[]>`array(
  select distinct ${passkeys.domain} from ${passkeys}
  where ${passkeys.userId} = ${users.id} order by 1
)`
