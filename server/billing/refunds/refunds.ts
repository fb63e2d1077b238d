import type { Services } from '../../api/services'
import { type Reading, set, type Write } from '../../store/change'
import type { Entry } from '../../store/entry'
import type { Clocks } from '../decide'
import { wakingReceipts } from '../postpone'
import { readClocks } from '../save'
import type { Subscription } from '../tables'
import type { Refund } from './tables'

/** @returns the entry for a refund of that subscription. */
export type EntryFor = (subscription: Subscription) => Entry

type RefundChanges = Partial<
  Pick<Refund, 'state' | 'refundId' | 'nextAttemptAt' | 'attempts' | 'failure' | 'settledAt'>
>

const recordedFor = (subscription: Subscription | null, entryFor: EntryFor) =>
  subscription
    ? { entries: [entryFor(subscription)] as const }
    : { entries: null, unrecorded: 'its organisation has no such subscription any more' }

/**
 * Saves when a refund is next attempted, unless another server has taken the refund since.
 * @param refund the row as it was taken.
 */
export async function postponeRefund(
  { store }: Pick<Services, 'store'>,
  { paymentId, nextAttemptAt }: Refund,
  changes: RefundChanges,
): Promise<void> {
  if (nextAttemptAt) await store.save(set('refunds', { paymentId, nextAttemptAt }, changes))
}

/**
 * Saves the result of an attempt with its entry, unless another server has taken the refund since. Once the refund is
 * done, the receipt is fetched again.
 * @param refund the row as it was taken.
 */
export async function updateRefund(
  services: Pick<Services, 'store' | 'clock' | 'payments'>,
  { paymentId, subscriptionId, nextAttemptAt }: Refund,
  changes: RefundChanges,
  entryFor: EntryFor,
): Promise<void> {
  if (!nextAttemptAt) return
  const lock = { row: 'refunds', where: { paymentId } } as const
  await services.store.change('update-refund', lock, null, async (read) => {
    const [refund, subscription] = await Promise.all([
      read.one('refunds', { paymentId, nextAttemptAt }),
      read.one('subscriptions', { id: subscriptionId }, 'not-held'),
    ])
    if (!refund) return { answer: null }
    const isDone = changes.state === 'done'
    const receiptWrites = isDone ? await refetchReceipt(read, paymentId, readClocks(services)) : []
    const update = set('refunds', { paymentId, nextAttemptAt }, changes)
    return {
      answer: null,
      writes: [update, ...receiptWrites],
      ...recordedFor(subscription, entryFor),
    }
  })
}

/**
 * Reads the receipt of a refunded payment. The check comes first in the writes, as where receipts are saved.
 * @returns the writes that let the receipt be fetched again; none without a receipt.
 */
async function refetchReceipt(read: Reading, paymentId: string, now: Clocks): Promise<Write[]> {
  const receipt = await read.one('receipts', { paymentId }, 'not-held')
  if (!receipt) return []
  const { subscriptionId: id } = receipt
  // A receipt outlives its subscription.
  const subscription = await read.one('subscriptions', { id }, 'not-held')
  const woken = subscription ? wakingReceipts([id], now.ours) : []
  return [...woken, set('receipts', { paymentId }, { refundHeardAt: now.provider })]
}

/**
 * Handles the provider's event about a refund. A refund that Orglens has begun becomes owed again, and is due now. The
 * payment's receipt is fetched again.
 * @param refundId replaces the missing id of a refund that counts as done.
 * @param states the states in which a refund becomes owed again.
 * @param event.writes remember the event; they are saved with its effect.
 * @returns whether Orglens has begun the refund and it was in one of these states, and whether the payment has a receipt;
 *   null for a repeated event, which changes nothing.
 */
export async function reopenRefund(
  services: Pick<Services, 'store' | 'clock' | 'payments'>,
  { paymentId, refundId }: { paymentId: string; refundId: string },
  states: readonly Refund['state'][],
  entryFor: EntryFor,
  event: { isKnown(read: Reading): Promise<boolean>; writes: readonly Write[] },
): Promise<{ isOurs: boolean; hasReceipt: boolean } | null> {
  const lock = { row: 'refunds', where: { paymentId } } as const
  return await services.store.change('hear-of-refund', lock, null, async (read) => {
    const now = readClocks(services)
    const [refund, receiptWrites, isKnown] = await Promise.all([
      read.one('refunds', { paymentId }),
      refetchReceipt(read, paymentId, now),
      event.isKnown(read),
    ])
    if (isKnown) return { answer: null }
    const isOurs = refund !== null && states.includes(refund.state) && hasId(refund, refundId)
    const answer = { isOurs, hasReceipt: receiptWrites.length > 0 }
    if (!isOurs) {
      const unrecorded = 'only says when a receipt is fetched'
      return { answer, writes: [...receiptWrites, ...event.writes], entries: null, unrecorded }
    }
    const { subscriptionId: id } = refund
    const subscription = await read.one('subscriptions', { id }, 'not-held')
    const owed = { state: 'owed', refundId, nextAttemptAt: now.ours, settledAt: null } as const
    const writes = [set('refunds', { paymentId }, owed), ...receiptWrites, ...event.writes]
    return { answer, writes, ...recordedFor(subscription, entryFor) }
  })
}

const hasId = ({ refundId, state }: Refund, id: string) =>
  refundId === id || (refundId === null && state === 'done')
