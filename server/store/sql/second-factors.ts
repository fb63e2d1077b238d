import { and, eq, gt, sql } from 'drizzle-orm'
import { passwordLinks, secondFactors, users } from '../account-tables'
import type { SecondFactorStore } from '../second-factor-store'
import { run, type SqlDatabase } from './database'

/** Whether a row of `users` has an active second factor. */
export const hasSecondFactor = sql<boolean>`exists (
  select from ${secondFactors}
  where ${secondFactors.userId} = ${users.id} and ${secondFactors.since} is not null
)`

/** What is read of second factors. */
export function secondFactorMethods(database: SqlDatabase): SecondFactorStore {
  return {
    findSecondFactor: (userId) =>
      run(async () => {
        const [factor] = await database
          .select()
          .from(secondFactors)
          .where(eq(secondFactors.userId, userId))
        return factor ?? null
      }),

    findLink: (tokenHash, now) =>
      run(async () => {
        const [link] = await database
          .select()
          .from(passwordLinks)
          .where(and(eq(passwordLinks.tokenHash, tokenHash), gt(passwordLinks.expiresAt, now)))
        return link ?? null
      }),
  }
}
