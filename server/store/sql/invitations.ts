import { and, eq, gt, gte, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import { addresses, constraints, invitations, organisations, users } from '../account-tables'
import type { Invitation } from '../entities'
import { mails } from '../schema'
import type { Store } from '../store'
import { claimAddress } from './addresses'
import {
  excludedColumns,
  run,
  type SqlDatabase,
  selectValues,
  violatedUniqueConstraint,
} from './database'

type InvitationMethods = Pick<Store, 'saveInvitations' | 'openInvitation' | 'addInvitedUser'>

/**
 * @returns the last invitation of each address and organisation: one statement can't replace a row
 *   twice. Sorted, so that servers that replace the same rows don't wait for each other in a circle.
 */
function lastOfEachAddress(list: readonly Invitation[]): Invitation[] {
  const byAddress = new Map(
    list.map((invitation) => [`${invitation.organisationId} ${invitation.emailKey}`, invitation]),
  )
  return [...byAddress].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, last]) => last)
}

/** The store's part that keeps invitations. */
export function invitationMethods(database: SqlDatabase): InvitationMethods {
  return {
    saveInvitations: (given, givenMails) =>
      run(async () => {
        const kept = lastOfEachAddress(given)
        const [first] = kept
        if (!first) return
        const keptMails =
          givenMails.length > 0 &&
          database.$with('kept_mails').as(database.insert(mails).values([...givenMails]))
        // So that invitations that nobody takes don't pile up. Those kept now are replaced anyway, and
        // those that others replace at this moment are left to them.
        const expired = database
          .select({ id: invitations.id })
          .from(invitations)
          .where(
            and(
              inArray(invitations.organisationId, [
                ...new Set(kept.map(({ organisationId }) => organisationId)),
              ]),
              lte(invitations.expiresAt, first.createdAt),
              notInArray(
                invitations.emailKey,
                kept.map(({ emailKey }) => emailKey),
              ),
            ),
          )
          .for('update', { skipLocked: true })
        const removed = database
          .$with('removed')
          .as(database.delete(invitations).where(sql`${invitations.id} = any(array(${expired}))`))
        await database
          .with(removed, ...(keptMails ? [keptMails] : []))
          .insert(invitations)
          .values(kept)
          .onConflictDoUpdate({
            target: [invitations.organisationId, invitations.emailKey],
            set: excludedColumns(invitations),
          })
      }),

    openInvitation: (tokenHash, now, network) =>
      run(async () => {
        const [opened] = await database
          .update(invitations)
          .set({ openedAt: now, openedFrom: network })
          .from(organisations)
          .where(
            and(
              eq(invitations.tokenHash, tokenHash),
              gt(invitations.expiresAt, now),
              eq(organisations.id, invitations.organisationId),
            ),
          )
          .returning()
        if (!opened) return null
        const { organisations: organisation, ...invitation } = opened
        return { invitation, organisation }
      }),

    addInvitedUser: (user, slug, now, { tokenHash, network, openedSince }) =>
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
        // Where the address is somebody's, the invitation stays.
        const used = database
          .$with('used', {})
          .as(
            sql`delete from ${invitations} using ${invited}, ${taken} where ${invitations.id} = ${invited.id}`,
          )
        try {
          const added = await database
            .with(invited, taken, used)
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
        // Whoever comes second with one invitation finds it used up by the owner of the address.
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
