import { asc, eq, lt, lte, sql } from 'drizzle-orm'
import { cancellations, webhookEvents } from '../schema'
import type { SubscriptionStore } from '../subscription-store'
import { run, type SqlDatabase } from './database'

type ProviderNewsMethods = Pick<
  SubscriptionStore,
  | 'takeDueCancellations'
  | 'putCancellationOff'
  | 'deleteCancellation'
  | 'hasWebhookEvent'
  | 'keepWebhookEvent'
>

/** The store's part for what the payment provider has yet to be told, and what it has told. */
export function providerNewsMethods(database: SqlDatabase): ProviderNewsMethods {
  return {
    takeDueCancellations: (now, until, most) =>
      run(async () => {
        const due = database
          .select({ id: cancellations.subscriptionId })
          .from(cancellations)
          .where(lte(cancellations.nextAttemptAt, now))
          .orderBy(asc(cancellations.createdAt), asc(cancellations.subscriptionId))
          .limit(most)
          .for('update', { skipLocked: true })
        // In an array, because PostgreSQL may run a subquery of IN, and so its limit, repeatedly.
        const taken = await database
          .update(cancellations)
          .set({ nextAttemptAt: until })
          .where(sql`${cancellations.subscriptionId} = any(array(${due}))`)
          .returning()
        return taken.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
      }),

    putCancellationOff: (subscriptionId, nextAttemptAt) =>
      run(async () => {
        await database
          .update(cancellations)
          .set({ nextAttemptAt, attempts: sql`${cancellations.attempts} + 1` })
          .where(eq(cancellations.subscriptionId, subscriptionId))
      }),

    deleteCancellation: (subscriptionId) =>
      run(async () => {
        await database.delete(cancellations).where(eq(cancellations.subscriptionId, subscriptionId))
      }),

    hasWebhookEvent: (eventId) =>
      run(async () => {
        const found = await database
          .select({ id: webhookEvents.id })
          .from(webhookEvents)
          .where(eq(webhookEvents.id, eventId))
        return found.length === 1
      }),

    keepWebhookEvent: (id, now, forgottenBefore) =>
      run(async () => {
        const forgotten = database
          .$with('forgotten')
          .as(database.delete(webhookEvents).where(lt(webhookEvents.receivedAt, forgottenBefore)))
        await database
          .with(forgotten)
          .insert(webhookEvents)
          .values({ id, receivedAt: now })
          .onConflictDoNothing()
      }),
  }
}
