import { and, eq, exists, gt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { AbandonedStore } from '../api/store'
import { knownBrowsers } from '../auth/tables'
import { subscriptions } from '../billing/tables'
import { abandonments, organisations, users } from '../people/tables'
import { run, type SqlDatabase } from '../store/sql/database'

/** The query for abandoned organisations. */
export function abandonedMethods(database: SqlDatabase): AbandonedStore {
  const one = { one: sql`1` }
  const isThere = (table: PgTable, where: SQL | undefined) =>
    exists(database.select(one).from(table).where(where))

  return {
    findAbandoned: (since, which, most) =>
      run(() =>
        database
          .select()
          .from(organisations)
          .where(
            and(
              lte(organisations.createdAt, since),
              which === 'untold'
                ? not(isThere(abandonments, eq(abandonments.organisationId, organisations.id)))
                : eq(organisations.id, which.organisationId),
              not(
                isThere(
                  users,
                  and(eq(users.organisationId, organisations.id), eq(users.isAddressProven, true)),
                ),
              ),
              not(
                exists(
                  database
                    .select(one)
                    .from(knownBrowsers)
                    .innerJoin(users, eq(users.id, knownBrowsers.userId))
                    .where(
                      and(
                        eq(users.organisationId, organisations.id),
                        gt(knownBrowsers.seenAt, since),
                      ),
                    ),
                ),
              ),
              not(
                isThere(
                  subscriptions,
                  and(
                    eq(subscriptions.organisationId, organisations.id),
                    or(
                      eq(subscriptions.wasPaid, true),
                      sql`${subscriptions.startedAt} is not null`,
                    ),
                  ),
                ),
              ),
            ),
          )
          .orderBy(organisations.createdAt, organisations.id)
          .limit(most),
      ),
  }
}
