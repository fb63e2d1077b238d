import { and, desc, eq, getTableColumns, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { organisations, passwordLinks, passwordResets, sessions, users } from '../account-tables'
import { mails, subscriptions } from '../schema'
import { mostSessions, type Store } from '../store'
import { run, type SqlDatabase, selectValues } from './database'

type SessionMethods = Pick<
  Store,
  | 'savePasswordReset'
  | 'resetPassword'
  | 'createSession'
  | 'deleteSession'
  | 'findCaller'
  | 'findSessionByRefreshTokenHash'
>

/** The store's part that keeps sessions and password resets. */
export function sessionMethods(database: SqlDatabase): SessionMethods {
  // Built once: every signed-in call asks it.
  const { passwordHash: _hash, createdAt: _createdAt, ...user } = getTableColumns(users)
  const caller = database
    .select({
      user,
      organisation: organisations,
      live: { plan: subscriptions.plan, currency: subscriptions.currency },
      mayBePaid: sql<boolean>`exists (
        select from ${subscriptions} as checkout
        where checkout.organisation_id = ${users.organisationId} and checkout.state = 'unpaid'
          and checkout.created_at > ${sql.placeholder('createdSince')}::timestamptz
          and checkout.next_check_at <= ${sql.placeholder('dueBy')}::timestamptz
      )`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.organisationId, organisations.id), eq(subscriptions.state, 'live')),
    )
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        gt(sessions.expiresAt, sql`${sql.placeholder('now')}::timestamptz`),
      ),
    )
    .prepare('')

  return {
    savePasswordReset: (reset, mail) =>
      run(async () => {
        // The lock makes a change of the address or the password wait for this row, and then void it.
        const kept = database.$with('kept').as(
          database
            .insert(passwordLinks)
            .select(
              sql`${selectValues(passwordLinks, reset)} from ${users} where ${and(
                eq(users.id, reset.userId),
                eq(users.emailKey, reset.emailKey),
              )} for share`,
            )
            .returning({ tokenHash: passwordLinks.tokenHash }),
        )
        await database
          .with(kept)
          .insert(mails)
          .select(sql`${selectValues(mails, mail)} from ${kept}`)
      }),

    resetPassword: (tokenHash, passwordHash, now) =>
      run(async () => {
        const isMeant = (table: typeof passwordLinks | typeof passwordResets) =>
          and(eq(table.tokenHash, tokenHash), gt(table.expiresAt, now))
        // The user's row is locked first: of two who use links of one user at once, the second waits
        // there, and then finds that its own is gone.
        const { rows } = (await database.execute(sql`
          with link as (
            select user_id, email_key from ${passwordLinks} where ${isMeant(passwordLinks)}
            union all
            select user_id, email_key from ${passwordResets} where ${isMeant(passwordResets)}
          ), owner as (
            select ${users.id} from ${users} join link on link.user_id = ${users.id}
              and (link.email_key is null or link.email_key = ${users.emailKey})
            for update of ${users}
          ), voided as (
            delete from ${passwordLinks} using owner where user_id = owner.id returning token_hash, user_id
          ), voided_before as (
            delete from ${passwordResets} using owner where user_id = owner.id returning token_hash, user_id
          ), used as (
            select user_id from voided where token_hash = ${tokenHash}
            union all
            select user_id from voided_before where token_hash = ${tokenHash}
          ), changed as (
            update ${users} set password_hash = ${passwordHash} from used
            where ${users.id} = used.user_id returning id, email_key
          ), ended as (
            delete from ${sessions} using changed where user_id = changed.id
          )
          select id, email_key from changed
        `)) as unknown as { rows: { id: string; email_key: string }[] }
        const [changed] = rows
        if (!changed) return null
        // Those that were kept while the statement above waited for their users' row: it doesn't see
        // them.
        const links = database
          .$with('links')
          .as(database.delete(passwordLinks).where(eq(passwordLinks.userId, changed.id)))
        await database.with(links).delete(sessions).where(eq(sessions.userId, changed.id))
        return changed.email_key
      }),

    createSession: (session, passwordHash) =>
      run(async () => {
        // So that sessions that were never ended don't pile up.
        const tooMany = database
          .select({ id: sessions.id })
          .from(sessions)
          .where(eq(sessions.userId, session.userId))
          .orderBy(desc(sessions.createdAt), desc(sessions.id))
          .offset(mostSessions - 1)
        const removed = database
          .$with('removed')
          .as(
            database
              .delete(sessions)
              .where(
                and(
                  eq(sessions.userId, session.userId),
                  or(lte(sessions.expiresAt, session.createdAt), inArray(sessions.id, tooMany)),
                ),
              ),
          )
        // The lock makes a reset in the same instant wait for this row, and then end this session.
        const kept = await database
          .with(removed)
          .insert(sessions)
          .select(
            sql`${selectValues(sessions, session)} from ${users} where ${and(
              eq(users.id, session.userId),
              eq(users.passwordHash, passwordHash),
            )} for share`,
          )
          .returning({ id: sessions.id })
        return kept.length === 1
      }),

    deleteSession: (refreshTokenHash) =>
      run(async () => {
        await database.delete(sessions).where(eq(sessions.refreshTokenHash, refreshTokenHash))
      }),

    findCaller: (sessionId, now, { createdSince, dueBy }) =>
      run(async () => {
        const [found] = await caller.execute({
          sessionId,
          now: now.toISOString(),
          createdSince: createdSince.toISOString(),
          dueBy: dueBy.toISOString(),
        })
        return found ?? null
      }),

    findSessionByRefreshTokenHash: (hash, now) =>
      run(async () => {
        const [session] = await database
          .select()
          .from(sessions)
          .where(and(eq(sessions.refreshTokenHash, hash), gt(sessions.expiresAt, now)))
        return session ?? null
      }),
  }
}
