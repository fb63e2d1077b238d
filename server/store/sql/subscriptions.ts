import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { sandboxSubscriptions, subscriptions, webhookEvents } from '../billing-tables'
import type { Subscription } from '../entities'
import type { SandboxSubscription } from '../sandbox-subscription'
import { planStates } from '../store'
import type { SubscriptionStore } from '../subscription-store'
import { run, type SqlDatabase } from './database'

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

  async function find(condition: SQL | undefined): Promise<Subscription[]> {
    return await database
      .select()
      .from(subscriptions)
      .where(condition)
      .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id))
  }

  async function findInSandbox(condition: SQL): Promise<SandboxSubscription | null> {
    const [found] = await database.select().from(sandboxSubscriptions).where(condition)
    return found ?? null
  }

  return {
    findSubscription: (id) =>
      run(async () => {
        const [found] = await find(eq(subscriptions.id, id))
        return found ?? null
      }),

    findLiveSubscription: (organisationId) =>
      run(async () => {
        const [found] = await find(
          and(eq(subscriptions.organisationId, organisationId), eq(subscriptions.state, 'live')),
        )
        return found ?? null
      }),

    findPlanHistory: (organisationId) => run(() => planHistory.execute({ organisationId })),

    hasWebhookEvent: (eventId) =>
      run(async () => {
        const found = await database
          .select({ id: webhookEvents.id })
          .from(webhookEvents)
          .where(eq(webhookEvents.id, eventId))
        return found.length === 1
      }),

    findSandboxSubscription: (id) => run(() => findInSandbox(eq(sandboxSubscriptions.id, id))),

    findSandboxSubscriptionByPayment: (paymentId) =>
      run(() => findInSandbox(eq(sandboxSubscriptions.paymentId, paymentId))),
  }
}
