import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { subscriptions } from '../billing-tables'
import type { SubscriptionStore } from '../subscription-store'
import { run, type SqlDatabase } from './database'
import { entryParts } from './events'

/** The methods that schedule checks of subscriptions at the provider. */
export function subscriptionCheckMethods(
  database: SqlDatabase,
): Pick<
  SubscriptionStore,
  'takeDueSubscriptions' | 'postponeCheck' | 'takeDueSteps' | 'postponeStep'
> {
  return {
    takeDueSubscriptions: ({ states, by, organisationId }, until, most) =>
      run(async () => {
        const due = database
          .select({ id: subscriptions.id })
          .from(subscriptions)
          .where(
            and(
              inArray(subscriptions.state, [...states]),
              lte(subscriptions.nextCheckAt, by),
              organisationId === undefined
                ? undefined
                : eq(subscriptions.organisationId, organisationId),
            ),
          )
          .orderBy(asc(subscriptions.nextCheckAt))
          .limit(most)
          .for('update', { skipLocked: true })
        // An array, because PostgreSQL may run a subquery of IN, and so its limit, repeatedly.
        return await database
          .update(subscriptions)
          .set({ nextCheckAt: until })
          .where(sql`${subscriptions.id} = any(array(${due}))`)
          .returning()
      }),

    takeDueSteps: (now, until, most) =>
      run(async () => {
        const due = database
          .select({ id: subscriptions.id })
          .from(subscriptions)
          .where(and(eq(subscriptions.state, 'live'), lte(subscriptions.nextStepAt, now)))
          .orderBy(asc(subscriptions.nextStepAt))
          .limit(most)
          .for('update', { skipLocked: true })
        return await database
          .update(subscriptions)
          .set({ nextStepAt: until })
          .where(sql`${subscriptions.id} = any(array(${due}))`)
          .returning()
      }),

    postponeStep: ({ id, nextStepAt: taken }, nextStepAt) =>
      run(async () => {
        if (!taken) return
        await database
          .update(subscriptions)
          .set({ nextStepAt })
          .where(and(eq(subscriptions.id, id), eq(subscriptions.nextStepAt, taken)))
      }),

    postponeCheck: (taken, nextCheckAt, checkFailures, entries) =>
      run(async () => {
        if (!taken.nextCheckAt) return
        const changed = database.$with('changed').as(
          database
            .update(subscriptions)
            .set({ nextCheckAt, checkFailures })
            .where(
              and(eq(subscriptions.id, taken.id), eq(subscriptions.nextCheckAt, taken.nextCheckAt)),
            )
            .returning({ id: subscriptions.id }),
        )
        await database
          .with(changed, ...(entries ? entryParts(database, entries, sql`from ${changed}`) : []))
          .select()
          .from(changed)
      }),
  }
}
