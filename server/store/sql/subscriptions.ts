import { and, asc, desc, eq, gt, inArray, isNull, lte, sql, type WithSubquery } from 'drizzle-orm'
import type { Subscription } from '../entities'
import { billings, cancellations, constraints, subscriptions } from '../schema'
import type { SubscriptionStore } from '../subscription-store'
import { brokenUniqueConstraint, run, type SqlDatabase, selectValues } from './database'

type SubscriptionMethods = Pick<
  SubscriptionStore,
  | 'addSubscription'
  | 'findSubscription'
  | 'findLiveSubscription'
  | 'findBilling'
  | 'saveSubscriptions'
  | 'takeUnpaidSubscriptions'
>

/** The store's part that keeps subscriptions. */
export function subscriptionMethods(database: SqlDatabase): SubscriptionMethods {
  /** Changes one row, if the step before changed one. */
  const updateAfter = (
    step: WithSubquery,
    { id, state, startedAt, endedAt }: Subscription,
    steps: WithSubquery[] = [],
  ) =>
    database
      .with(...steps)
      .update(subscriptions)
      .set({ state, startedAt, endedAt })
      .where(and(eq(subscriptions.id, id), sql`(select count(*) from ${step}) = 1`))
      .returning({ id: subscriptions.id })

  return {
    addSubscription: (subscription) =>
      run(async () => {
        await database.insert(subscriptions).values(subscription)
      }),

    findSubscription: (id) =>
      run(async () => {
        const [found] = await database.select().from(subscriptions).where(eq(subscriptions.id, id))
        return found ?? null
      }),

    findLiveSubscription: (organisationId) =>
      run(async () => {
        const [found] = await database
          .select()
          .from(subscriptions)
          .where(
            and(eq(subscriptions.organisationId, organisationId), eq(subscriptions.state, 'live')),
          )
        return found ?? null
      }),

    findBilling: (organisationId) =>
      run(async () => {
        // The version first: what changes in between makes it too old, and what is decided on it
        // isn't kept.
        const [billing] = await database
          .select({ version: billings.version })
          .from(billings)
          .where(eq(billings.organisationId, organisationId))
        const found = await database
          .select()
          .from(subscriptions)
          .where(eq(subscriptions.organisationId, organisationId))
          .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id))
        return { version: billing?.version ?? 0, subscriptions: found }
      }),

    saveSubscriptions: (organisationId, version, changed, followUps) =>
      run(async () => {
        const moved = database.$with('moved').as(
          database
            .insert(billings)
            .values({ organisationId, version: version + 1, checkedAt: null })
            .onConflictDoUpdate({
              target: billings.organisationId,
              set: { version: version + 1 },
              setWhere: eq(billings.version, version),
            })
            .returning({ organisationId: billings.organisationId }),
        )
        const queued = followUps.map((cancellation, index) =>
          database.$with(`queued_${index}`).as(
            database
              .insert(cancellations)
              .select(sql`${selectValues(cancellations, cancellation)} from ${moved}`)
              .onConflictDoNothing(),
          ),
        )
        // One after the other, the live one last: the index that allows one at a time is checked at
        // each row.
        const ordered = changed.toSorted(
          (one, other) => Number(one.state === 'live') - Number(other.state === 'live'),
        )
        const last = ordered.pop()
        if (!last) return true
        const steps: WithSubquery[] = [moved, ...queued]
        let step: WithSubquery = moved
        for (const [index, subscription] of ordered.entries()) {
          const next = database.$with(`changed_${index}`).as(updateAfter(step, subscription))
          steps.push(next)
          step = next
        }
        try {
          return (await updateAfter(step, last, steps)).length === 1
        } catch (error) {
          if (brokenUniqueConstraint(error) === constraints.liveSubscription) return false
          throw error
        }
      }),

    takeUnpaidSubscriptions: (organisationId, { now, createdSince, checkedBefore }, most) =>
      run(async () => {
        const unpaid = and(
          eq(subscriptions.organisationId, organisationId),
          eq(subscriptions.state, 'unpaid'),
          gt(subscriptions.createdAt, createdSince),
        )
        const row = selectValues(billings, { organisationId, version: 0, checkedAt: now })
        const exists = database.select({ id: subscriptions.id }).from(subscriptions).where(unpaid)
        const claimed = database.$with('claimed').as(
          database
            .insert(billings)
            .select(sql`${row} where exists ${exists}`)
            .onConflictDoUpdate({
              target: billings.organisationId,
              set: { checkedAt: now },
              setWhere: sql`${isNull(billings.checkedAt)} or ${lte(billings.checkedAt, checkedBefore)}`,
            })
            .returning({ organisationId: billings.organisationId }),
        )
        const ids = database.select({ id: claimed.organisationId }).from(claimed)
        return await database
          .with(claimed)
          .select()
          .from(subscriptions)
          .where(and(unpaid, inArray(subscriptions.organisationId, ids)))
          .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
          .limit(most)
      }),
  }
}
