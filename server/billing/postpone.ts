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
 * When work that was taken is due next, unless something else has settled that since. `taken` is the row as it was
 * taken: while the time in it is the same, nobody else has.
 */

/** @param entries of a failed check; null: none. */
export async function postponeCheck(
  store: Pick<ChangeStore, 'change' | 'save'>,
  { id, nextCheckAt: taken }: Subscription,
  nextCheckAt: Date | null,
  checkFailures: number,
  entries: Entries | null,
): Promise<void> {
  // A null would stand for those that nobody checks.
  if (!taken) return
  const postponed = set('subscriptions', { id, nextCheckAt: taken }, { nextCheckAt, checkFailures })
  if (!entries) {
    await store.save(postponed)
    return
  }
  await store.change('fail-check', { row: 'subscriptions', where: { id } }, null, async (read) => {
    const kept = await read.one('subscriptions', { id, nextCheckAt: taken })
    return kept ? { answer: null, writes: [postponed], entries } : { answer: null }
  })
}

/** @param nextStepAt null: nothing is left to do. */
export async function postponeStep(
  store: Pick<ChangeStore, 'save'>,
  { id, nextStepAt: taken }: Subscription,
  nextStepAt: Date | null,
): Promise<void> {
  if (taken) await store.save(set('subscriptions', { id, nextStepAt: taken }, { nextStepAt }))
}

/** @param dueAt null: never, unless it is triggered. */
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

/** @returns what schedules a check of these subscriptions' invoices at `now`, or earlier if it was. */
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
