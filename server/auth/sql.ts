import { and, eq, type GetColumnData, getTableColumns, gt, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AuthStore } from '../api/store'
import { subscriptions } from '../billing/tables'
import { deletions, organisations, users } from '../people/tables'
import { run, type SqlDatabase } from '../store/sql/database'
import { StoreReadOnly } from '../store/unavailable'
import { sessions } from './tables'

/** Reads columns as one JSON value: handling 25 columns took the driver a sixth of the time of this read. */
function asJson<Columns extends Record<string, PgColumn>>(columns: Columns) {
  type Row = { [Name in keyof Columns]: GetColumnData<Columns[Name]> }
  const pairs = Object.entries(columns).map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`,
  )
  // Texts are the same in JSON.
  const others = Object.entries(columns).filter(([, { dataType }]) => dataType !== 'string')
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`.mapWith(
    (found: Record<string, unknown>) => {
      for (const [name, column] of others) {
        if (found[name] !== null) found[name] = column.mapFromDriverValue(found[name])
      }
      return found as Row
    },
  )
}

/** What is read of sessions and links. */
export function authMethods(database: SqlDatabase): AuthStore {
  // Built once: every signed-in call runs it.
  const { passwordHash: _hash, createdAt: _createdAt, ...user } = getTableColumns(users)
  const caller = database
    .select({
      user: asJson(user),
      organisation: asJson(getTableColumns(organisations)),
      live: asJson({
        id: subscriptions.id,
        plan: subscriptions.plan,
        currency: subscriptions.currency,
        renewal: subscriptions.renewal,
      }),
      deletion: asJson({
        dueAt: deletions.dueAt,
        requestedAt: deletions.requestedAt,
        requestedBy: deletions.requestedBy,
      }),
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
        if (!found) return null
        const { user, organisation, live, deletion, mayBePaid } = found
        return {
          sessionId,
          user,
          organisation,
          // Columns of a row that isn't there are null.
          live: live.id ? live : null,
          deletion: deletion.dueAt ? deletion : null,
          mayBePaid,
        }
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
