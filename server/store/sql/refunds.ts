import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { refunds, subscriptions } from '../billing-tables'
import type { UnplacedEntry } from '../events'
import type { SubscriptionStore } from '../subscription-store'
import { run, type SqlDatabase } from './database'
import { entryParts, placed } from './events'

/** The methods for refunds, until they are done. */
export function refundMethods(
  database: SqlDatabase,
): Pick<SubscriptionStore, 'updateRefund' | 'reopenRefund'> {
  /** @returns the parts that log the refund in `changed`, if there is one. */
  const toEntries = (entry: UnplacedEntry) =>
    entryParts(
      database,
      placed(entry),
      sql`from changed join ${subscriptions} on ${subscriptions.id} = changed.subscription_id`,
      {
        filling: sql`jsonb_build_object('organisation_id', ${subscriptions.organisationId},
          'subscription_id', changed.subscription_id,
          'details', jsonb_build_object('plan', ${subscriptions.plan} ->> 'name')
            || ${JSON.stringify(entry.details)}::jsonb)`,
      },
    )

  return {
    updateRefund: ({ paymentId, nextAttemptAt }, changes, entry) =>
      run(async () => {
        if (!nextAttemptAt) return
        const changed = database.$with('changed').as(
          database
            .update(refunds)
            .set(changes)
            .where(and(eq(refunds.paymentId, paymentId), eq(refunds.nextAttemptAt, nextAttemptAt)))
            .returning({ subscriptionId: refunds.subscriptionId }),
        )
        await database
          .with(changed, ...(entry ? toEntries(entry) : []))
          .select()
          .from(changed)
      }),

    reopenRefund: (paymentId, refundId, states, now, entry) =>
      run(async () => {
        const isBegun = or(
          eq(refunds.refundId, refundId),
          and(isNull(refunds.refundId), eq(refunds.state, 'done')),
        )
        const changed = database.$with('changed').as(
          database
            .update(refunds)
            .set({ state: 'owed', refundId, nextAttemptAt: now, settledAt: null })
            .where(
              and(eq(refunds.paymentId, paymentId), inArray(refunds.state, [...states]), isBegun),
            )
            .returning({ subscriptionId: refunds.subscriptionId }),
        )
        const reopened = await database
          .with(changed, ...toEntries(entry))
          .select()
          .from(changed)
        return reopened.length === 1
      }),
  }
}
