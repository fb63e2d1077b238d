import { eq } from 'drizzle-orm'
import { webhookEvents } from '../schema'
import type { SubscriptionStore } from '../subscription-store'
import { run, type SqlDatabase } from './database'

type WebhookEventMethods = Pick<SubscriptionStore, 'hasWebhookEvent' | 'keepWebhookEvent'>

/** The store's part that remembers which events of the payment provider were taken. */
export function webhookEventMethods(database: SqlDatabase): WebhookEventMethods {
  return {
    hasWebhookEvent: (eventId) =>
      run(async () => {
        const found = await database
          .select({ id: webhookEvents.id })
          .from(webhookEvents)
          .where(eq(webhookEvents.id, eventId))
        return found.length === 1
      }),

    keepWebhookEvent: (id, now) =>
      run(async () => {
        await database.insert(webhookEvents).values({ id, receivedAt: now }).onConflictDoNothing()
      }),
  }
}
