import {
  type ChangeStore,
  earliest,
  ensure,
  oneOf,
  type Row,
  set,
  type Write,
} from '../store/change'
import type { Entries } from '../store/entry'
import type { Subscription } from './tables'

/*
 * Functions that postpone leased work. Each changes a row only while its due time is still that of the lease, `taken`: else
 * something has rescheduled the work meanwhile.
 */

/** Postpones a check of a subscription. @param entries the entries for a failed check; null: none. */
export async function postponeCheck(
  store: Pick<ChangeStore, 'change' | 'save'>,
  { id, nextCheckAt: taken }: Subscription,
  nextCheckAt: Date | null,
  checkFailures: number,
  entries: Entries | null,
): Promise<void> {
  if (!taken) return
  const postponed = set('subscriptions', { id, nextCheckAt: taken }, { nextCheckAt, checkFailures })
  if (!entries) {
    await store.save(postponed)
    return
  }
  await store.change('fail-check', { row: 'subscriptions', where: { id } }, null, async (read) => {
    const leased = await read.one('subscriptions', { id, nextCheckAt: taken })
    return leased ? { answer: null, writes: [postponed], entries } : { answer: null }
  })
}

/** Postpones the next step of a plan. @param nextStepAt null: there is none. */
export async function postponeStep(
  store: Pick<ChangeStore, 'save'>,
  { id, nextStepAt: taken }: Subscription,
  nextStepAt: Date | null,
): Promise<void> {
  if (taken) await store.save(set('subscriptions', { id, nextStepAt: taken }, { nextStepAt }))
}

/** Postpones a check of a subscription's invoices. @param dueAt null: until something asks for it. */
export async function postponeReceiptCheck(
  store: Pick<ChangeStore, 'save'>,
  { subscriptionId, dueAt: taken, wokenAt }: Row<'receiptChecks'>,
  dueAt: Date | null,
  failures: number,
): Promise<void> {
  if (!taken) return
  await store.save(
    set('receiptChecks', { subscriptionId, dueAt: taken, wokenAt }, { dueAt, failures }),
  )
}

/** @returns the writes that schedule a check of these subscriptions' invoices at `now`, unless it is due earlier. */
export function wakingReceipts(subscriptionIds: readonly string[], now: Date): Write[] {
  if (subscriptionIds.length === 0) return []
  const checks = subscriptionIds.map((subscriptionId) => ({
    subscriptionId,
    dueAt: now,
    wokenAt: now,
    failures: 0,
  }))
  const woken = { dueAt: earliest(now), wokenAt: now }
  return [
    ensure('receiptChecks', ['subscriptionId'], ...checks),
    set('receiptChecks', { subscriptionId: oneOf(subscriptionIds) }, woken),
  ]
}
