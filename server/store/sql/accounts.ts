import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { constraints, organisations, users } from '../account-tables'
import type { Membership } from '../entities'
import { mails } from '../schema'
import type { Store } from '../store'
import { brokenUniqueConstraint, run, type SqlDatabase, selectValues } from './database'

type AccountMethods = Pick<
  Store,
  | 'createOrganisation'
  | 'addUser'
  | 'findOrganisationBySlug'
  | 'findMembershipByEmailKey'
  | 'updateUser'
  | 'findOrganisationIdsByEmailKeys'
>

/** The store's part that keeps organisations and their users. */
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
    createOrganisation: (organisation, admin) =>
      run(async () => {
        const keptAdmin = database.$with('kept_admin').as(database.insert(users).values(admin))
        try {
          await database.with(keptAdmin).insert(organisations).values(organisation)
          return 'created'
        } catch (error) {
          const constraint = brokenUniqueConstraint(error)
          if (constraint === constraints.userEmailKey) return 'email-taken'
          if (constraint !== constraints.organisationSlug) throw error
          // Both may be taken, and PostgreSQL names only one of the two.
          const owner = await findMembership(eq(users.emailKey, admin.emailKey))
          return owner ? 'email-taken' : 'organisation-exists'
        }
      }),

    addUser: (user) =>
      run(async () => {
        const added = await database
          .insert(users)
          .values(user)
          .onConflictDoNothing({ target: users.emailKey })
          .returning({ id: users.id })
        return added.length === 1 ? 'added' : 'email-taken'
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

    updateUser: (userId, changes, notice) =>
      run(async () => {
        const updated = database
          .$with('updated')
          .as(database.update(users).set(changes).where(eq(users.id, userId)).returning())
        const keptNotice =
          notice &&
          database
            .$with('kept_notice')
            .as(database.insert(mails).select(sql`${selectValues(mails, notice)} from ${updated}`))
        try {
          const [row] = await database
            .with(updated, ...(keptNotice ? [keptNotice] : []))
            .select()
            .from(updated)
            .innerJoin(organisations, eq(organisations.id, updated.organisationId))
          return row ? { user: row.updated, organisation: row.organisations } : 'no-such-user'
        } catch (error) {
          if (brokenUniqueConstraint(error) === constraints.userEmailKey) return 'email-taken'
          throw error
        }
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
