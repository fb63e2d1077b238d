import { and, asc, desc, eq, inArray, or, type SQL, sql, type WithSubquery } from 'drizzle-orm'
import { constraints } from '../account-tables'
import { billings, receiptChecks, refunds, subscriptions } from '../billing-tables'
import type { Subscription } from '../entities'
import { mails } from '../schema'
import type { SubscriptionStore } from '../subscription-store'
import { run, type SqlDatabase, selectValues, violatedUniqueConstraint } from './database'
import { entryParts } from './events'
import { wokenCheck } from './receipts'
import { insertRows } from './rows'

type SubscriptionMethods = Pick<
  SubscriptionStore,
  | 'addSubscription'
  | 'findSubscription'
  | 'findLiveSubscription'
  | 'findPlanHistory'
  | 'findBilling'
  | 'saveSubscriptions'
>

/** Those that were ever the organisation's plan: unpaid ones aren't even scanned. */
const planStates: Subscription['state'][] = ['live', 'upgraded', 'cancelled']

/** The methods for subscriptions. */
export function subscriptionMethods(database: SqlDatabase): SubscriptionMethods {
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

  /** Changes one row, if the previous step changed one. */
  const updateAfter = (
    step: WithSubquery,
    { id, plan: _plan, currency: _currency, createdAt: _createdAt, ...changes }: Subscription,
    steps: WithSubquery[] = [],
  ) =>
    database
      .with(...steps)
      .update(subscriptions)
      .set(changes)
      .where(and(eq(subscriptions.id, id), sql`(select count(*) from ${step}) = 1`))
      .returning({ id: subscriptions.id })

  return {
    addSubscription: (subscription, entries) =>
      run(async () => {
        await database
          .with(...entryParts(database, entries))
          .insert(subscriptions)
          .values(subscription)
      }),

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

    findBilling: (organisationId, subscriptionId) =>
      run(async () => {
        // The version first: any change made after that makes it stale, and a decision based on it
        // isn't saved.
        const [billing] = await database
          .select({ version: billings.version })
          .from(billings)
          .where(eq(billings.organisationId, organisationId))
        const [found, refunded] = await Promise.all([
          // One statement, which sees one snapshot: a subscription that is paid between two would be
          // in neither, and the provider's news of it would be lost.
          find(
            and(
              eq(subscriptions.organisationId, organisationId),
              or(inArray(subscriptions.state, planStates), eq(subscriptions.id, subscriptionId)),
            ),
          ),
          database
            .select({ id: refunds.paymentId })
            .from(refunds)
            .where(eq(refunds.subscriptionId, subscriptionId)),
        ])
        return {
          version: billing?.version ?? 0,
          subscriptions: found,
          refundedPaymentIds: refunded.map(({ id }) => id),
        }
      }),

    /*
     * One statement, in which each arrow means "only if that changed its one row":
     *
     *   moved ──┬──> changed_0 ──> changed_1 ──> … ──> the last one, which is the live one
     *           ├──> refunded_0
     *           └──> refunded_1 …
     *
     * `moved` increments the organisation's version, if it is still the one that was read. The
     * subscriptions are a chain, the live one last, because the index that allows one live one at a
     * time is checked at each row: the previous one has to end first. Refunds, mails, receipt checks
     * and audit entries depend on `moved` alone.
     */
    saveSubscriptions: (organisationId, version, changed, owed, given, entries) =>
      run(async () => {
        const moved = database.$with('moved').as(
          database
            .insert(billings)
            .values({ organisationId, version: version + 1 })
            .onConflictDoUpdate({
              target: billings.organisationId,
              set: { version: version + 1 },
              setWhere: eq(billings.version, version),
            })
            .returning({ organisationId: billings.organisationId }),
        )
        const refunded = owed.map((refund, index) =>
          database.$with(`refunded_${index}`).as(
            database
              .insert(refunds)
              .select(sql`${selectValues(refunds, refund)} from ${moved}`)
              .onConflictDoNothing(),
          ),
        )
        const keptMails = database
          .$with('kept_mails', {})
          .as(insertRows(mails, given, sql`${moved}`))
        const wokenAt = entries?.[0].at
        const woken = wokenAt
          ? changed
              .filter(({ wasPaid }) => wasPaid)
              .map(({ id: subscriptionId }, index) => {
                const check = { subscriptionId, dueAt: wokenAt, wokenAt, failures: 0 }
                const target = receiptChecks.subscriptionId
                return database.$with(`woken_${index}`).as(
                  database
                    .insert(receiptChecks)
                    .select(sql`${selectValues(receiptChecks, check)} from ${moved}`)
                    .onConflictDoUpdate({ target, set: wokenCheck }),
                )
              })
          : []
        const ordered = changed.toSorted(
          (one, other) => Number(one.state === 'live') - Number(other.state === 'live'),
        )
        const last = ordered.pop()
        if (!last) return true
        const steps: WithSubquery[] = [
          moved,
          ...refunded,
          ...woken,
          ...(given.length > 0 ? [keptMails] : []),
          ...(entries ? entryParts(database, entries, sql`from ${moved}`) : []),
        ]
        let step: WithSubquery = moved
        for (const [index, subscription] of ordered.entries()) {
          const next = database.$with(`changed_${index}`).as(updateAfter(step, subscription))
          steps.push(next)
          step = next
        }
        try {
          return (await updateAfter(step, last, steps)).length === 1
        } catch (error) {
          if (violatedUniqueConstraint(error) === constraints.liveSubscription) return false
          throw error
        }
      }),
  }
}
