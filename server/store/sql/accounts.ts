import { and, eq, getTableColumns, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { constraints, organisations, passwordLinks, users } from '../account-tables'
import type { Membership } from '../entities'
import type { Store } from '../store'
import { addressMoveParts, claimAddress } from './addresses'
import { run, type SqlDatabase, selectValues, violatedUniqueConstraint } from './database'
import { entryParts } from './events'

type AccountMethods = Pick<
  Store,
  | 'createOrganisation'
  | 'addUser'
  | 'findOrganisationBySlug'
  | 'findMembershipByEmailKey'
  | 'findAccount'
  | 'updateUser'
  | 'findOrganisationIdsByEmailKeys'
>

/** The methods for organisations and their users. */
export function accountMethods(database: SqlDatabase): AccountMethods {
  async function findMembership(condition: SQL): Promise<Membership | null> {
    const [membership] = await database
      .select({ user: users, organisation: organisations })
      .from(users)
      .innerJoin(organisations, eq(organisations.id, users.organisationId))
      .where(condition)
    return membership ?? null
  }

  return {
    createOrganisation: (organisation, admin, entries) =>
      run(async () => {
        const taken = claimAddress(database, admin.emailKey, sql`${admin.id}`, admin.createdAt)
        const keptAdmin = database.$with('kept_admin').as(
          database
            .insert(users)
            .select(sql`${selectValues(users, admin)} from ${taken}`)
            .returning({ id: users.id }),
        )
        try {
          const created = await database
            .with(taken, keptAdmin, ...entryParts(database, entries, sql`from ${keptAdmin}`))
            .insert(organisations)
            .select(sql`${selectValues(organisations, organisation)} from ${keptAdmin}`)
            .returning({ id: organisations.id })
          return created.length === 1 ? 'created' : 'email-taken'
        } catch (error) {
          const constraint = violatedUniqueConstraint(error)
          if (constraint === constraints.userEmailKey) return 'email-taken'
          if (constraint !== constraints.organisationSlug) throw error
          // Both may be taken, and PostgreSQL names only one of the two.
          const owner = await findMembership(eq(users.emailKey, admin.emailKey))
          return owner ? 'email-taken' : 'organisation-exists'
        }
      }),

    addUser: (user, entries) =>
      run(async () => {
        const taken = claimAddress(database, user.emailKey, sql`${user.id}`, user.createdAt)
        try {
          const added = await database
            .with(taken, ...entryParts(database, entries, sql`from ${taken}`))
            .insert(users)
            .select(sql`${selectValues(users, user)} from ${taken}`)
            .returning({ id: users.id })
          return added.length === 1 ? 'added' : 'email-taken'
        } catch (error) {
          if (violatedUniqueConstraint(error) === constraints.userEmailKey) return 'email-taken'
          throw error
        }
      }),

    findOrganisationBySlug: (slug) =>
      run(async () => {
        const [organisation] = await database
          .select()
          .from(organisations)
          .where(eq(organisations.slug, slug))
        return organisation ?? null
      }),

    findMembershipByEmailKey: (emailKey) => run(() => findMembership(eq(users.emailKey, emailKey))),

    findAccount: (userId, now) =>
      run(async () => {
        const rows = await database
          .select({ user: users, link: passwordLinks })
          .from(users)
          .leftJoin(
            passwordLinks,
            and(
              eq(passwordLinks.userId, users.id),
              isNotNull(passwordLinks.putsBack),
              gt(passwordLinks.expiresAt, now),
            ),
          )
          .where(eq(users.id, userId))
          .orderBy(passwordLinks.createdAt)
        const [first] = rows
        return (
          (first && { user: first.user, links: rows.flatMap(({ link }) => link ?? []) }) || null
        )
      }),

    updateUser: (userId, changes, from, move, now, entries) =>
      run(async () => {
        // Locks the user's row first, as using a link does.
        const owner = database.$with('owner').as(
          database
            .select({
              id: users.id,
              fullName: users.fullName,
              contactNumber: users.contactNumber,
              renewalReminders: users.renewalReminders,
            })
            .from(users)
            .where(and(eq(users.id, userId), eq(users.email, from)))
            .for('update'),
        )
        const taken = claimAddress(
          database,
          changes.emailKey,
          sql`${owner.id}`,
          now,
          sql`from ${owner}`,
        )
        // A join, because PostgreSQL would run a subquery again if the row has changed meanwhile.
        const updated = database
          .$with('updated')
          .as(
            database
              .update(users)
              .set(changes)
              .from(taken)
              .where(eq(users.id, taken.userId))
              .returning(getTableColumns(users)),
          )
        try {
          const differs = sql`from ${updated} join ${owner} on true
            where (${updated.fullName}, ${updated.contactNumber}, ${updated.renewalReminders})
              is distinct from (${owner.fullName}, ${owner.contactNumber}, ${owner.renewalReminders})`
          const isTold = sql`from ${updated}`
          const [row] = await database
            .with(
              owner,
              taken,
              updated,
              ...(move ? addressMoveParts(database, changes.emailKey, move) : []),
              ...(move ? entryParts(database, move.entries, isTold, { prefix: 'move_' }) : []),
              ...entryParts(database, entries, differs),
            )
            .select()
            .from(updated)
            .innerJoin(organisations, eq(organisations.id, updated.organisationId))
          if (row) return { user: row.updated, organisation: row.organisations }
        } catch (error) {
          if (violatedUniqueConstraint(error) === constraints.userEmailKey) return 'email-taken'
          throw error
        }
        const [found] = await database
          .select({ email: users.email })
          .from(users)
          .where(eq(users.id, userId))
        if (!found) return 'no-such-user'
        return found.email === from ? 'email-taken' : 'changed-meanwhile'
      }),

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
