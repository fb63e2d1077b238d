import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { sandboxSubscriptions } from '../billing-tables'
import type { SandboxSubscription } from '../sandbox-subscription'
import type { SubscriptionStore } from '../subscription-store'
import { run, type SqlDatabase } from './database'

type SandboxMethods = Pick<
  SubscriptionStore,
  | 'addSandboxSubscription'
  | 'findSandboxSubscription'
  | 'paySandboxSubscription'
  | 'cancelSandboxSubscription'
  | 'refundSandboxPayment'
  | 'findSandboxSubscriptionByPayment'
  | 'addSandboxAct'
>

/** The methods for the state of the payment sandbox. */
export function sandboxMethods(database: SqlDatabase): SandboxMethods {
  async function find(id: string): Promise<SandboxSubscription | null> {
    const [subscription] = await database
      .select()
      .from(sandboxSubscriptions)
      .where(eq(sandboxSubscriptions.id, id))
    return subscription ?? null
  }

  return {
    addSandboxSubscription: (subscription) =>
      run(async () => {
        await database.insert(sandboxSubscriptions).values(subscription)
      }),

    findSandboxSubscription: (id) => run(() => find(id)),

    paySandboxSubscription: (id, paymentId, now) =>
      run(async () => {
        await database
          .update(sandboxSubscriptions)
          .set({ paymentId, paidAt: now })
          .where(
            and(
              eq(sandboxSubscriptions.id, id),
              isNull(sandboxSubscriptions.paidAt),
              isNull(sandboxSubscriptions.endedAt),
              gt(sandboxSubscriptions.expiresAt, now),
            ),
          )
        return await find(id)
      }),

    cancelSandboxSubscription: (id, now) =>
      run(async () => {
        await database
          .update(sandboxSubscriptions)
          .set({ endedAt: now })
          .where(and(eq(sandboxSubscriptions.id, id), isNull(sandboxSubscriptions.endedAt)))
        return await find(id)
      }),

    refundSandboxPayment: (paymentId, now) =>
      run(async () => {
        await database
          .update(sandboxSubscriptions)
          .set({ refundedAt: now })
          .where(
            and(
              eq(sandboxSubscriptions.paymentId, paymentId),
              isNull(sandboxSubscriptions.refundedAt),
            ),
          )
        const [refunded] = await database
          .select()
          .from(sandboxSubscriptions)
          .where(eq(sandboxSubscriptions.paymentId, paymentId))
        return refunded ?? null
      }),

    findSandboxSubscriptionByPayment: (paymentId) =>
      run(async () => {
        const [found] = await database
          .select()
          .from(sandboxSubscriptions)
          .where(eq(sandboxSubscriptions.paymentId, paymentId))
        return found ?? null
      }),

    addSandboxAct: (id, act, most) =>
      run(async () => {
        const { acts } = sandboxSubscriptions
        await database
          .update(sandboxSubscriptions)
          .set({ acts: sql`${acts} || ${JSON.stringify([act])}::jsonb` })
          .where(and(eq(sandboxSubscriptions.id, id), sql`jsonb_array_length(${acts}) < ${most}`))
        return await find(id)
      }),
  }
}
