import { and, asc, desc, eq, getTableColumns, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { farewells, invitations, secondFactors, sessions, teams, users } from '../account-tables'
import type { Invitation } from '../entities'
import { mails } from '../schema'
import type { TeamChange, TeamStore } from '../team-store'
import { excludedColumns, run, type SqlDatabase } from './database'
import { entryParts } from './events'
import { columnsOf, insertRows, rowsFrom } from './rows'
import { hasSecondFactor } from './second-factors'

/**
 * @returns the last invitation of each address: one statement can't replace a row twice. Sorted, so that
 * servers that replace the same rows don't deadlock.
 */
function lastOfEachAddress(list: readonly Invitation[]): Invitation[] {
  const byAddress = new Map(list.map((invitation) => [invitation.emailKey, invitation]))
  return [...byAddress].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, last]) => last)
}

/** The methods for teams. */
export function teamMethods(database: SqlDatabase): TeamStore {
  const part = (name: string, statement: SQL) => database.$with(name, {}).as(statement)
  const invited = (organisationId: string, id: string) =>
    and(eq(invitations.id, id), eq(invitations.organisationId, organisationId))

  /** @returns the parts that make a change, if `moved` has a row; `done` has the changed rows. */
  function partsOf(organisationId: string, change: TeamChange) {
    // The mail of an ended invitation; a captured mail stays readable.
    const takenBack = (from: string) =>
      part(
        'taken_back',
        sql`delete from ${mails} using ${sql.identifier(from)} as revoked
        where ${mails.id} = revoked.mail_id and ${mails.nextAttemptAt} is not null`,
      )
    const member = (userId: string) =>
      and(eq(users.id, userId), eq(users.organisationId, organisationId))
    switch (change.kind) {
      case 'invite':
        return [
          database.$with('done').as(
            database
              .insert(invitations)
              .select(
                sql`select ${columnsOf(invitations, 'given')} from moved, ${rowsFrom(invitations, lastOfEachAddress(change.invitations), 'given')}`,
              )
              .onConflictDoUpdate({
                target: [invitations.organisationId, invitations.emailKey],
                set: excludedColumns(invitations),
              })
              .returning({ id: invitations.id }),
          ),
        ]
      case 'renew':
        return [
          part(
            'before',
            sql`select ${invitations.mailId} from ${invitations}
              where ${invited(organisationId, change.invitation.id)} for update`,
          ),
          part(
            'done',
            sql`update ${invitations} set ${renewedColumns} from moved, before,
              ${rowsFrom(invitations, [change.invitation], 'given')}
              where ${invited(organisationId, change.invitation.id)}
              returning ${invitations.id}, before.mail_id`,
          ),
          takenBack('done'),
        ]
      case 'revoke':
        return [
          part(
            'done',
            sql`delete from ${invitations} using moved
              where ${invited(organisationId, change.invitationId)}
              returning ${invitations.id}, ${invitations.mailId}`,
          ),
          takenBack('done'),
        ]
      case 'role':
        return [
          part(
            'done',
            sql`update ${users} set is_admin = ${change.isAdmin}, second_factor_due = case
                when ${hasSecondFactor} then null else ${change.secondFactorDue?.toISOString() ?? null}::timestamptz end
              from moved where ${member(change.userId)} returning ${users.id}`,
          ),
        ]
      case 'reset-second-factor':
        return [
          part(
            'taken_off',
            sql`delete from ${secondFactors} using moved, ${users}
              where ${member(change.userId)} and ${secondFactors.userId} = ${users.id}
                and ${secondFactors.since} is not null
              returning ${secondFactors.userId}`,
          ),
          part(
            'done',
            sql`update ${users} set second_factor_due = ${change.due?.toISOString() ?? null}::timestamptz
              from taken_off where ${users.id} = taken_off.user_id returning ${users.id}`,
          ),
        ]
      case 'remove':
        return [
          part(
            'done',
            sql`delete from ${users} using moved where ${member(change.userId)}
              returning ${users.id}`,
          ),
          // The sessions go with their user, but not from what this statement reads.
          part(
            'farewells_kept',
            sql`insert into ${farewells} (refresh_token_hash, organisation_id, why, expires_at)
              select ${sessions.refreshTokenHash}, ${organisationId}::text, ${change.why}::text, ${sessions.expiresAt}
              from done join ${sessions} on ${sessions.userId} = done.id`,
          ),
          part(
            'their_invitations',
            sql`delete from ${invitations} using done
              where ${invitations.organisationId} = ${organisationId} and ${invitations.id} in (
                select jsonb_array_elements_text(${JSON.stringify(change.invitationIds)}::jsonb)
              ) returning ${invitations.mailId}`,
          ),
          takenBack('their_invitations'),
        ]
    }
  }

  return {
    findTeam: (organisationId) =>
      run(async () => {
        // The version first: any change made after that makes it stale. Then the invitations: somebody who
        // joins in between counts twice rather than not at all.
        const [team] = await database
          .select({ version: teams.version })
          .from(teams)
          .where(eq(teams.organisationId, organisationId))
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
          })
          .from(users)
          .where(eq(users.organisationId, organisationId))
          .orderBy(asc(users.createdAt), asc(users.emailKey))
        return {
          version: team?.version ?? 0,
          members,
          invitations: found.map(({ invitation, waiting }) => ({
            ...invitation,
            isMailWaiting: waiting !== null,
          })),
        }
      }),

    /*
     * One statement. `moved` increments the team's version, if it is still the one that was read;
     * `done` depends on it, and mails and audit entries depend on `done`.
     */
    saveTeam: (organisationId, version, change, given, entries) =>
      run(async () => {
        const moved = database.$with('moved').as(
          database
            .insert(teams)
            .values({ organisationId, version: version + 1 })
            .onConflictDoUpdate({
              target: teams.organisationId,
              set: { version: version + 1 },
              setWhere: eq(teams.version, version),
            })
            .returning({ organisationId: teams.organisationId }),
        )
        const isDone = sql`from (select from done limit 1) as is_done`
        const kept = part(
          'kept_mails',
          insertRows(mails, given, sql`(select from done limit 1) as is_done`),
        )
        const done = await database
          .with(
            moved,
            ...partsOf(organisationId, change),
            ...(given.length > 0 ? [kept] : []),
            ...entryParts(database, entries, isDone),
          )
          .select({ id: sql<string>`id` })
          .from(sql`done`)
          .limit(1)
        return done.length === 1
      }),

    findExpiredInvitations: (now, most) =>
      run(() =>
        database
          .select()
          .from(invitations)
          .where(and(lte(invitations.expiresAt, now), eq(invitations.expiryTold, false)))
          .orderBy(asc(invitations.expiresAt))
          .limit(most),
      ),

    noteExpiry: ({ id, tokenHash }, entries) =>
      run(async () => {
        const noted = part(
          'noted',
          sql`update ${invitations} set expiry_told = true where ${and(
            eq(invitations.id, id),
            eq(invitations.tokenHash, tokenHash),
            eq(invitations.expiryTold, false),
          )} returning ${invitations.id}`,
        )
        await database
          .with(noted, ...entryParts(database, entries, sql`from noted`))
          .select({ id: sql`id` })
          .from(sql`noted`)
      }),
  }
}

/** The columns that a renewed invitation replaces. */
const renewedColumns = sql.join(
  Object.values(getTableColumns(invitations)).map(
    ({ name }) => sql`${sql.identifier(name)} = given.${sql.identifier(name)}`,
  ),
  sql`, `,
)
