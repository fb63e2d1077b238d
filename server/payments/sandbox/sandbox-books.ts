import { above, add, type ChangeStore, set } from '../../store/change'
import type { SandboxAct, SandboxSubscription } from './tables'

/**
 * The sandbox's books: what was bought there, and what became of it. Each returns the subscription's new state; null:
 * there is no such one.
 */
export function sandboxBooks(store: ChangeStore) {
  const find = (id: string) => store.one('sandboxSubscriptions', { id })
  return {
    async add(subscription: SandboxSubscription): Promise<void> {
      await store.save(add('sandboxSubscriptions', subscription))
    },

    /** Pays one that is neither paid nor over. */
    async pay(id: string, paymentId: string, now: Date): Promise<SandboxSubscription | null> {
      const payable = { id, paidAt: null, endedAt: null, expiresAt: above(now) }
      await store.save(set('sandboxSubscriptions', payable, { paymentId, paidAt: now }))
      return await find(id)
    },

    /** Cancels one that isn't. */
    async cancel(id: string, now: Date): Promise<SandboxSubscription | null> {
      await store.save(set('sandboxSubscriptions', { id, endedAt: null }, { endedAt: now }))
      return await find(id)
    },

    /** Refunds the first payment of a subscription, unless it was refunded. */
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
          const kept = await read.one('sandboxSubscriptions', { id })
          if (!kept || kept.acts.length >= most) return { answer: kept }
          const acts = [...kept.acts, act]
          return {
            answer: { ...kept, acts },
            writes: [set('sandboxSubscriptions', { id }, { acts })],
            entries: null,
            unrecorded: 'is in the books of the stand-in for the provider',
          }
        },
      ),
  }
}
