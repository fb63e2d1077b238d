import { eq } from 'drizzle-orm'
import { webhookEvents } from '../billing-tables'
import type { SubscriptionStore } from '../subscription-store'
import { run, type SqlDatabase } from './database'

type WebhookEventMethods = Pick<SubscriptionStore, 'hasWebhookEvent'>

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
  }
}
