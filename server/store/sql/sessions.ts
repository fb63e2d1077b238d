import { and, eq, getTableColumns, gt, ne, sql } from 'drizzle-orm'
import { farewells, knownBrowsers, organisations, sessions, users } from '../account-tables'
import { subscriptions } from '../billing-tables'
import { mails } from '../schema'
import { maxKnownBrowsers, maxSessions, type SessionStore } from '../session-store'
import { StoreReadOnly } from '../unavailable'
import { insertValues, run, type SqlDatabase } from './database'
import { entrySql } from './events'

/** The methods for sessions. */
export function sessionMethods(database: SqlDatabase): SessionStore {
  // Built once: every signed-in call runs it.
  const { passwordHash: _hash, createdAt: _createdAt, ...user } = getTableColumns(users)
  const caller = database
    .select({
      sessionId: sessions.id,
      user,
      organisation: organisations,
      live: {
        id: subscriptions.id,
        plan: subscriptions.plan,
        currency: subscriptions.currency,
        renewal: subscriptions.renewal,
      },
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
    createSession: (session, passwordHash, { network, notice }, entries) =>
      run(async () => {
        const { userId, browser, createdAt } = session
        const now = createdAt.toISOString()
        const isSeen = sql`${knownBrowsers.browser} = ${browser ?? ''} and ${knownBrowsers.network} = ${network}`
        const news = sql`from news`
        // The lock makes a concurrent reset wait for this row, and then end this session.
        const { rows } = (await database.execute(sql`
          with kept as (
            ${insertValues(sessions, session)} from ${users} where ${and(
              eq(users.id, userId),
              eq(users.passwordHash, passwordHash),
            )} for share returning user_id
          ), ended as (
            -- So that sessions that were never ended don't pile up.
            delete from ${sessions} where ${sessions.userId} = ${userId} and (
              ${sessions.expiresAt} <= ${now}::timestamptz or ${sessions.id} in (
                select id from ${sessions} where ${sessions.userId} = ${userId}
                order by created_at desc, id desc offset ${maxSessions - 1}
              )
            )
          ), known_before as (
            select from ${knownBrowsers} where ${knownBrowsers.userId} = ${userId} limit 1
          ), added as (
            insert into ${knownBrowsers} (user_id, browser, network, seen_at)
            select user_id, ${browser ?? ''}::text, ${network}::text, ${now}::timestamptz from kept
            on conflict do nothing returning user_id
          ), seen_again as (
            update ${knownBrowsers} set seen_at = ${now}::timestamptz from kept
            where ${knownBrowsers.userId} = kept.user_id and ${isSeen}
          ), forgotten as (
            delete from ${knownBrowsers} using kept, (
              select browser, network from ${knownBrowsers}
              where ${knownBrowsers.userId} = ${userId} and not (${isSeen})
              order by seen_at desc offset ${maxKnownBrowsers - 1}
            ) as oldest
            where ${knownBrowsers.userId} = kept.user_id
              and ${knownBrowsers.browser} = oldest.browser
              and ${knownBrowsers.network} = oldest.network
          ), news as (select added.user_id from added, known_before)
          ${notice ? sql`, noticed as (${insertValues(mails, notice)} ${news})` : sql``}
          ${entrySql(entries, news)}
          select user_id from kept
        `)) as unknown as { rows: unknown[] }
        return rows.length === 1
      }),

    findKnownBrowsers: (userId) =>
      run(() => database.select().from(knownBrowsers).where(eq(knownBrowsers.userId, userId))),

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

    async renewSession(hash, now, network) {
      const isValid = and(eq(sessions.refreshTokenHash, hash), gt(sessions.expiresAt, now))
      const seen = { lastActiveAt: now, network }
      const noting = run(() => database.update(sessions).set(seen).where(isValid).returning())
      const [session] = await noting.catch((error) => {
        // A database that is read-only for a while signs nobody out.
        if (!(error instanceof StoreReadOnly)) throw error
        return run(() => database.select().from(sessions).where(isValid))
      })
      return session ?? null
    },

    findFarewell: (hash, now) =>
      run(async () => {
        const [found] = await database
          .select({ why: farewells.why, organisation: organisations })
          .from(farewells)
          .innerJoin(organisations, eq(organisations.id, farewells.organisationId))
          .where(and(eq(farewells.refreshTokenHash, hash), gt(farewells.expiresAt, now)))
        return found ?? null
      }),

    findSessions: (userId, now) =>
      run(() =>
        database
          .select()
          .from(sessions)
          .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now))),
      ),

    endSessions: (userId, ended, entries) =>
      run(async () => {
        const { rows } = (await database.execute(sql`
          with ended as (
            delete from ${sessions} where ${and(
              eq(sessions.userId, userId),
              'only' in ended ? eq(sessions.id, ended.only) : ne(sessions.id, ended.except),
            )} returning id
          ), counted as (select count(*)::int as count from ended)
          ${entrySql(
            entries,
            sql`from counted where count > 0`,
            sql`jsonb_build_object('details', jsonb_build_object('count', counted.count))`,
          )}
          select count from counted
        `)) as unknown as { rows: { count: number }[] }
        return rows[0]?.count ?? 0
      }),
  }
}
