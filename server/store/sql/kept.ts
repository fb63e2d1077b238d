import { and, eq } from 'drizzle-orm'
import { invitations, knownBrowsers, passwordLinks, sessions } from '../account-tables'
import { mails } from '../schema'
import type { Store } from '../store'
import { run, type SqlDatabase } from './database'

/** The method that exports what is stored about a user. */
export function keptMethods(database: SqlDatabase): Pick<Store, 'findKept'> {
  return {
    findKept: ({ id, organisationId }) =>
      run(async () => ({
        sessions: await database.select().from(sessions).where(eq(sessions.userId, id)),
        browsers: await database.select().from(knownBrowsers).where(eq(knownBrowsers.userId, id)),
        links: await database.select().from(passwordLinks).where(eq(passwordLinks.userId, id)),
        invitations: await database
          .select()
          .from(invitations)
          .where(
            and(eq(invitations.organisationId, organisationId), eq(invitations.invitedById, id)),
          ),
        mails: await database.select().from(mails).where(eq(mails.userId, id)),
      })),
  }
}
