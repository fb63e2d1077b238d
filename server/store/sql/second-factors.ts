import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
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

    findLinkOwner: (tokenHash, now) =>
      run(async () => {
        const link = and(eq(passwordLinks.tokenHash, tokenHash), gt(passwordLinks.expiresAt, now))
        const isOwner = or(
          isNotNull(passwordLinks.putsBack),
          eq(passwordLinks.emailKey, users.emailKey),
        )
        const [owner] = await database
          .select({ id: users.id })
          .from(passwordLinks)
          .innerJoin(users, and(eq(users.id, passwordLinks.userId), isOwner))
          .where(link)
        return owner?.id ?? null
      }),
  }
}
