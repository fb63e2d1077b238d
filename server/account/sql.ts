import { type AnyColumn, sql } from 'drizzle-orm'
import { passwordLinks } from '../auth/tables'
import { users } from '../people/tables'
import { run, type SqlDatabase } from '../store/sql/database'
import { invitations } from '../team/tables'
import type { AccountStore } from './reads'

/** Whether a text is not in ASCII alone. */
const isInternational = (text: AnyColumn) => sql`octet_length(${text}) <> char_length(${text})`

/** What is read of everybody's addresses. */
export function accountMethods(database: SqlDatabase): AccountStore {
  return {
    findInternationalAddresses: () =>
      run(async () => ({
        users: await database
          .select()
          .from(users)
          .where(isInternational(users.email))
          .orderBy(users.createdAt),
        links: await database
          .select()
          .from(passwordLinks)
          .where(isInternational(passwordLinks.restoresEmail)),
        invitations: await database
          .select()
          .from(invitations)
          .where(isInternational(invitations.email)),
      })),
  }
}
