import { type AnyColumn, and, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { invitations, organisations, passwordLinks, users } from '../account-tables'
import type { Membership } from '../entities'
import type { Store } from '../store'
import { run, type SqlDatabase } from './database'

type AccountMethods = Pick<
  Store,
  | 'findInvitation'
  | 'findOrganisationBySlug'
  | 'findMembershipByEmailKey'
  | 'findAccount'
  | 'findOrganisationIdsByEmailKeys'
  | 'findInternationalAddresses'
>

/** Whether a text is not in ASCII alone. */
const isInternational = (text: AnyColumn) => sql`octet_length(${text}) <> char_length(${text})`

/** What is read of organisations, their users and invitations. */
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

    findOrganisationIdsByEmailKeys: (emailKeys) =>
      run(async () => {
        const rows = await database
          .select({ emailKey: users.emailKey, organisationId: users.organisationId })
          .from(users)
          .where(inArray(users.emailKey, [...emailKeys]))
        return new Map(rows.map(({ emailKey, organisationId }) => [emailKey, organisationId]))
      }),

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
          .where(isInternational(passwordLinks.putsBack)),
        invitations: await database
          .select()
          .from(invitations)
          .where(isInternational(invitations.email)),
      })),

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
