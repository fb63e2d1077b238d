import { sql } from 'drizzle-orm'
import { users } from '../people/tables'
import { secondFactors } from './tables'

/** Whether a row of `users` has an active second factor. */
export const hasSecondFactor = sql<boolean>`exists (
  select from ${secondFactors}
  where ${secondFactors.userId} = ${users.id} and ${secondFactors.since} is not null
)`
