import { and, desc, eq, getTableColumns, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { mails, organisations, passwordResets, sessions, subscriptions, users } from '../schema'
import { mostSessions, type Store } from '../store'
import { everyColumnExcluded, run, type SqlDatabase, selectValues } from './database'

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
        const keptMail = database.$with('kept_mail').as(database.insert(mails).values(mail))
        await database
          .with(keptMail)
          .insert(passwordResets)
          .values(reset)
          .onConflictDoUpdate({
            target: passwordResets.userId,
            set: everyColumnExcluded(passwordResets),
          })
      }),

    resetPassword: (tokenHash, passwordHash, now) =>
      run(async () => {
        // Whoever comes second with one link waits here for the first, and then finds no row.
        const used = database.$with('used').as(
          database
            .delete(passwordResets)
            .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
            .returning({ userId: passwordResets.userId, emailKey: passwordResets.emailKey }),
        )
        const changed = database.$with('changed').as(
          database
            .update(users)
            .set({ passwordHash })
            .from(used)
            .where(
              and(
                eq(users.id, used.userId),
                or(isNull(used.emailKey), eq(users.emailKey, used.emailKey)),
              ),
            )
            .returning({ id: users.id, emailKey: users.emailKey }),
        )
        const ended = database
          .$with('ended')
          .as(
            database
              .delete(sessions)
              .where(inArray(sessions.userId, database.select({ id: changed.id }).from(changed))),
          )
        const [user] = await database.with(used, changed, ended).select().from(changed)
        if (!user) return null
        // Those that were kept while the statement above waited for their users' row: it doesn't see
        // them.
        await database.delete(sessions).where(eq(sessions.userId, user.id))
        return user.emailKey
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
