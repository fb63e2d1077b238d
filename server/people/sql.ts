import { eq, inArray, type SQL } from 'drizzle-orm'
import { run, type SqlDatabase } from '../store/sql/database'
import type { Membership } from './people'
import type { PeopleStore } from './reads'
import { organisations, users } from './tables'

/** What is read of organisations and users. */
export function peopleMethods(database: SqlDatabase): PeopleStore {
  async function findMembership(condition: SQL): Promise<Membership | null> {
    const [membership] = await database
      .select({ user: users, organisation: organisations })
      .from(users)
      .innerJoin(organisations, eq(organisations.id, users.organisationId))
      .where(condition)
    return membership ?? null
  }

  return {
    findMembershipByEmailKey: (emailKey) => run(() => findMembership(eq(users.emailKey, emailKey))),

    findOrganisationIdsByEmailKeys: (emailKeys) =>
      run(async () => {
        const rows = await database
          .select({ emailKey: users.emailKey, organisationId: users.organisationId })
          .from(users)
          .where(inArray(users.emailKey, [...emailKeys]))
        return new Map(rows.map(({ emailKey, organisationId }) => [emailKey, organisationId]))
      }),
  }
}
