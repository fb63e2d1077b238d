import { eq, sql } from 'drizzle-orm'
import { webhookEvents } from '../billing-tables'
import type { SubscriptionStore } from '../subscription-store'
import { run, type SqlDatabase } from './database'
import { entryParts } from './events'

type WebhookEventMethods = Pick<SubscriptionStore, 'hasWebhookEvent' | 'keepWebhookEvent'>

/** The methods that remember processed events of the payment provider. */
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

    keepWebhookEvent: (id, now, entries) =>
      run(async () => {
        const kept = database
          .$with('kept_event')
          .as(
            database
              .insert(webhookEvents)
              .values({ id, receivedAt: now })
              .onConflictDoNothing()
              .returning({ id: webhookEvents.id }),
          )
        await database
          .with(kept, ...(entries ? entryParts(database, entries, sql`from ${kept}`) : []))
          .select()
          .from(kept)
      }),
  }
}
