import { and, eq, gt, gte, isNull, or, sql } from 'drizzle-orm'
import { addresses, constraints, invitations, organisations, users } from '../account-tables'
import type { Store } from '../store'
import { claimAddress } from './addresses'
import { run, type SqlDatabase, selectValues, violatedUniqueConstraint } from './database'
import { entryParts, placed } from './events'

type InvitationMethods = Pick<Store, 'findInvitation' | 'addInvitedUser'>

/** The methods for invitations. */
export function invitationMethods(database: SqlDatabase): InvitationMethods {
  return {
    findInvitation: (tokenHash, now) =>
      run(async () => {
        const [found] = await database
          .select({ invitation: invitations, organisation: organisations })
          .from(invitations)
          .innerJoin(organisations, eq(organisations.id, invitations.organisationId))
          .where(and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, now)))
        return found ?? null
      }),

    addInvitedUser: (user, slug, now, { tokenHash, network, openedSince }, entry) =>
      run(async () => {
        const invited = database.$with('invited').as(
          database
            .select({ id: invitations.id, organisationId: invitations.organisationId })
            .from(invitations)
            .where(
              and(
                eq(
                  invitations.organisationId,
                  database
                    .select({ id: organisations.id })
                    .from(organisations)
                    .where(eq(organisations.slug, slug)),
                ),
                eq(invitations.emailKey, user.emailKey),
                gt(invitations.expiresAt, now),
                or(
                  tokenHash === null ? undefined : eq(invitations.tokenHash, tokenHash),
                  network === null
                    ? sql`false`
                    : and(
                        eq(invitations.openedFrom, network),
                        gte(invitations.openedAt, openedSince),
                      ),
                ),
              ),
            )
            .for('update'),
        )
        const taken = claimAddress(
          database,
          user.emailKey,
          sql`${user.id}`,
          now,
          sql`from ${invited}`,
        )
        // If the address has an account, the invitation stays.
        const used = database
          .$with('used', {})
          .as(
            sql`delete from ${invitations} using ${invited}, ${taken} where ${invitations.id} = ${invited.id}`,
          )
        try {
          const isTold = entryParts(database, placed(entry), sql`from ${invited}, ${taken}`, {
            filling: sql`jsonb_build_object('organisation_id', ${invited.organisationId})`,
          })
          const added = await database
            .with(invited, taken, used, ...isTold)
            .insert(users)
            .select(
              sql`${selectValues(users, { ...user, organisationId: sql`${invited.organisationId}` })} from ${invited}, ${taken}`,
            )
            .returning({ id: users.id })
          if (added.length === 1) return 'added'
        } catch (error) {
          if (violatedUniqueConstraint(error) === constraints.userEmailKey) return 'email-taken'
          throw error
        }
        // The second user of an invitation finds that the owner of the address has used it.
        const owner = await database
          .select({ userId: addresses.userId })
          .from(addresses)
          .where(
            and(
              eq(addresses.emailKey, user.emailKey),
              or(isNull(addresses.heldUntil), gt(addresses.heldUntil, now)),
            ),
          )
        return owner.length === 1 ? 'email-taken' : 'not-invited'
      }),
  }
}
