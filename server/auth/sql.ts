import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { AuthStore } from '../api/store'
import { subscriptions } from '../billing/tables'
import { deletions, organisations, users } from '../people/tables'
import { run, type SqlDatabase } from '../store/sql/database'
import { StoreReadOnly } from '../store/unavailable'
import { sessions } from './tables'

/** What is read of sessions and links. */
export function authMethods(database: SqlDatabase): AuthStore {
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
      deletion: {
        dueAt: deletions.dueAt,
        requestedAt: deletions.requestedAt,
        requestedBy: deletions.requestedBy,
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
    .leftJoin(deletions, eq(deletions.organisationId, organisations.id))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        gt(sessions.expiresAt, sql`${sql.placeholder('now')}::timestamptz`),
      ),
    )
    .prepare('')

  return {
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
  }
}
