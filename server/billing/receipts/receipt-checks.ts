import { earliest, ensure, oneOf, set, type Write } from '../../store/change'

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
