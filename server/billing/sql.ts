import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { run, type SqlDatabase } from '../store/sql/database'
import type { SubscriptionStore } from './reads'
import { planStates } from './subscription'
import { subscriptions } from './tables'

/** What is read of billing. */
export function subscriptionMethods(database: SqlDatabase): SubscriptionStore {
  // Built once, with only the columns that show: there may be thousands of rows.
  const planHistory = database
    .select({
      planName: sql<string>`${subscriptions.plan} ->> 'name'`,
      state: subscriptions.state,
      // Every former plan has begun.
      startedAt: sql<Date>`${subscriptions.startedAt}`.mapWith(subscriptions.startedAt),
      endedAt: subscriptions.endedAt,
    })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.organisationId, sql.placeholder('organisationId')),
        // Unpaid ones aren't even scanned.
        inArray(subscriptions.state, planStates),
      ),
    )
    .orderBy(
      desc(subscriptions.startedAt),
      desc(subscriptions.createdAt),
      // Decisions sort them too, whatever the database's collation.
      sql`${subscriptions.id} collate "C" desc`,
    )
    .prepare('')

  return {
    findPlanHistory: (organisationId) => run(() => planHistory.execute({ organisationId })),
  }
}
