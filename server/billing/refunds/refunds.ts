import type { Services } from '../../api/services'
import { type Reading, set, type Write } from '../../store/change'
import type { Entry } from '../../store/entry'
import { wakingReceipts } from '../postpone'
import type { Subscription } from '../tables'
import type { Refund } from './tables'

/** @returns the entry for a refund of that subscription. */
export type EntryFor = (subscription: Subscription) => Entry

const recordedFor = (subscription: Subscription | null, entryFor: EntryFor) =>
  subscription
    ? { entries: [entryFor(subscription)] as const }
    : { entries: null, unrecorded: 'its organisation has no such subscription any more' }

/**
 * Saves the result of an attempt, unless another server has taken the refund since. Once it is done, the receipt is
 * fetched again.
 * @param taken as it was taken.
 * @param entryFor null: only the time of the next attempt changes.
 */
export async function updateRefund(
  { store }: Pick<Services, 'store'>,
  { paymentId, subscriptionId, nextAttemptAt }: Refund,
  changes: Partial<
    Pick<Refund, 'state' | 'refundId' | 'nextAttemptAt' | 'attempts' | 'failure' | 'settledAt'>
  >,
  entryFor: EntryFor | null,
): Promise<void> {
  if (!nextAttemptAt) return
  const update = set('refunds', { paymentId, nextAttemptAt }, changes)
  if (!entryFor) {
    await store.save(update)
    return
  }
  const lock = { row: 'refunds', where: { paymentId } } as const
  await store.change('update-refund', lock, null, async (read) => {
    const [kept, subscription] = await Promise.all([
      read.one('refunds', { paymentId, nextAttemptAt }),
      read.one('subscriptions', { id: subscriptionId }, 'not-held'),
    ])
    if (!kept) return { answer: null }
    const settledAt = changes.state === 'done' ? changes.settledAt : null
    const heard = settledAt ? await hearing(read, paymentId, settledAt) : []
    return { answer: null, writes: [update, ...heard], ...recordedFor(subscription, entryFor) }
  })
}

/**
 * @returns what lets the receipt of a payment be fetched again, because of a refund; nothing without one. The check
 * comes first, as where receipts are saved.
 */
async function hearing(read: Reading, paymentId: string, now: Date): Promise<Write[]> {
  const receipt = await read.one('receipts', { paymentId }, 'not-held')
  if (!receipt) return []
  const { subscriptionId: id } = receipt
  // A receipt outlives its subscription.
  const subscription = await read.one('subscriptions', { id }, 'not-held')
  const woken = subscription ? wakingReceipts([id], now) : []
  return [...woken, set('receipts', { paymentId }, { refundHeardAt: now })]
}

/**
 * Takes the provider's news of a refund: one of ours is owed again, and due now; the payment's receipt is fetched again.
 * @param refundId one of ours that counts as done without an id takes this one; those with another stay.
 * @param states of ours that are owed again.
 * @param event the news itself, which is saved with its effect; null: isn't remembered.
 * @returns whether it is ours, in one of these states, and whether the payment has a receipt; null: the news is known.
 */
export async function hearOfRefund(
  { store }: Pick<Services, 'store'>,
  { paymentId, refundId }: { paymentId: string; refundId: string },
  states: readonly Refund['state'][],
  now: Date,
  entryFor: EntryFor,
  event: { isKnown(read: Reading): Promise<boolean>; writes: readonly Write[] } | null = null,
): Promise<{ isOurs: boolean; hasReceipt: boolean } | null> {
  const lock = { row: 'refunds', where: { paymentId } } as const
  return await store.change('hear-of-refund', lock, null, async (read) => {
    const [kept, heard, isKnown] = await Promise.all([
      read.one('refunds', { paymentId }),
      hearing(read, paymentId, now),
      event?.isKnown(read),
    ])
    if (isKnown) return { answer: null }
    const remembered = event?.writes ?? []
    const isOurs = kept !== null && states.includes(kept.state) && isOfRefund(kept, refundId)
    const answer = { isOurs, hasReceipt: heard.length > 0 }
    if (!isOurs) {
      const unrecorded = 'only says when a receipt is fetched'
      return { answer, writes: [...heard, ...remembered], entries: null, unrecorded }
    }
    const { subscriptionId: id } = kept
    const subscription = await read.one('subscriptions', { id }, 'not-held')
    const owed = { state: 'owed', refundId, nextAttemptAt: now, settledAt: null } as const
    const writes = [set('refunds', { paymentId }, owed), ...heard, ...remembered]
    return { answer, writes, ...recordedFor(subscription, entryFor) }
  })
}

const isOfRefund = ({ refundId, state }: Refund, id: string) =>
  refundId === id || (refundId === null && state === 'done')
