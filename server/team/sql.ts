import { and, asc, desc, eq, gt, isNotNull, lte } from 'drizzle-orm'
import { mails } from '../mail/tables'
import { passkeyDomains } from '../passkeys/sql'
import { organisations, users } from '../people/tables'
import { run, type SqlDatabase } from '../store/sql/database'
import { hasSecondFactor } from '../two-factor/sql'
import type { TeamStore } from './reads'
import { invitations } from './tables'

/** What is read of teams. */
export function teamMethods(database: SqlDatabase): TeamStore {
  return {
    findTeam: (organisationId) =>
      run(async () => {
        // The invitations first: somebody who joins in between counts twice rather than not at all.
        const found = await database
          .select({ invitation: invitations, waiting: mails.id })
          .from(invitations)
          .leftJoin(mails, and(eq(mails.id, invitations.mailId), isNotNull(mails.nextAttemptAt)))
          .where(eq(invitations.organisationId, organisationId))
          .orderBy(desc(invitations.createdAt), asc(invitations.emailKey))
        const { id, fullName, email, emailKey, isAdmin, renewalReminders, createdAt } = users
        const members = await database
          .select({
            id,
            fullName,
            email,
            emailKey,
            isAdmin,
            renewalReminders,
            createdAt,
            hasSecondFactor,
            passkeyDomains,
          })
          .from(users)
          .where(eq(users.organisationId, organisationId))
          .orderBy(asc(users.createdAt), asc(users.emailKey))
        return {
          members,
          invitations: found.map(({ invitation, waiting }) => ({
            ...invitation,
            isMailWaiting: waiting !== null,
          })),
        }
      }),

    findExpiredInvitations: (now, most) =>
      run(() =>
        database
          .select()
          .from(invitations)
          .where(and(lte(invitations.expiresAt, now), eq(invitations.expiryRecorded, false)))
          .orderBy(asc(invitations.expiresAt))
          .limit(most),
      ),

    findInvitation: (tokenHash, now) =>
      run(async () => {
        const [found] = await database
          .select({ invitation: invitations, organisation: organisations })
          .from(invitations)
          .innerJoin(organisations, eq(organisations.id, invitations.organisationId))
          .where(and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, now)))
        return found ?? null
      }),
  }
}
