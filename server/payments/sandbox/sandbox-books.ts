import { above, type ChangeStore, set } from '../../store/change'
import type { SandboxAct, SandboxSubscription } from './tables'

/**
 * Opens the sandbox's books of subscriptions. Its functions return the subscription's new state, or null if there is no such
 * subscription.
 */
export function sandboxBooks(store: ChangeStore) {
  const find = (id: string) => store.one('sandboxSubscriptions', { id })
  return {
    /** Pays a subscription, unless it is paid already or has ended. */
    async pay(id: string, paymentId: string, now: Date): Promise<SandboxSubscription | null> {
      const payable = { id, paidAt: null, endedAt: null, expiresAt: above(now) }
      await store.save(set('sandboxSubscriptions', payable, { paymentId, paidAt: now }))
      return await find(id)
    },

    /** Cancels a subscription, unless it was cancelled before. */
    async cancel(id: string, now: Date): Promise<SandboxSubscription | null> {
      await store.save(set('sandboxSubscriptions', { id, endedAt: null }, { endedAt: now }))
      return await find(id)
    },

    /** Refunds the first payment of a subscription, unless it was refunded before. */
    async refund(paymentId: string, now: Date): Promise<SandboxSubscription | null> {
      const unrefunded = { paymentId, refundedAt: null }
      await store.save(set('sandboxSubscriptions', unrefunded, { refundedAt: now }))
      return await store.one('sandboxSubscriptions', { paymentId })
    },

    /** Adds an act to a subscription, unless there are `most` already. */
    act: (id: string, act: SandboxAct, most: number): Promise<SandboxSubscription | null> =>
      store.change(
        'act-in-sandbox',
        { row: 'sandboxSubscriptions', where: { id } },
        null,
        async (read) => {
          const subscription = await read.one('sandboxSubscriptions', { id })
          if (!subscription || subscription.acts.length >= most) return { answer: subscription }
          const acts = [...subscription.acts, act]
          return {
            answer: { ...subscription, acts },
            writes: [set('sandboxSubscriptions', { id }, { acts })],
            entries: null,
            unrecorded: 'is in the books of the stand-in for the provider',
          }
        },
      ),
  }
}
