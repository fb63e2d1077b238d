import type { Caller } from '../../api/caller'
import type { Services } from '../../api/services'
import { backoffForAge, later, minute, second } from '../../lib/time'
import { CallerRefused } from '../../store/change'
import type { Subscription } from '../tables'

/** The age up to which a checkout is young, in ms. Buyers usually have paid by then. */
export const checkoutYouth = 15 * minute
/** The interval between polls of a young checkout, in ms. */
const youngInterval = 10 * second
/**
 * The time by which reading a profile may advance a scheduled poll, in ms. A new checkout is first polled at this age, so
 * that reading polls it at once.
 */
export const aheadForReaders = 8 * second
/** The timeout of a poll for somebody who reads a profile, in ms. */
const timeout = 2 * second

/** @returns when to poll an unpaid checkout again: every 10 s while it is young, then with growing intervals. */
export function nextCheckoutCheck({ createdAt }: Subscription, now: Date): Date {
  const age = now.getTime() - createdAt.getTime()
  return later(now, age < checkoutYouth ? youngInterval : backoffForAge(age))
}

/**
 * Polls a young checkout, if there is one, because the browser that paid may never report it (D33). A poll that takes too
 * long for this call is still recorded.
 * @returns the caller with the organisation's plan, read again after the poll, so that nobody gets data with rights that
 *   they have lost meanwhile (D91).
 * @throws CallerRefused if the caller has been signed out meanwhile.
 */
export async function afterCheckouts(
  { store, clock, work }: Pick<Services, 'store' | 'clock' | 'work'>,
  caller: Caller,
): Promise<Caller> {
  const { sessionId, organisation, mayBePaid } = caller
  if (!mayBePaid) return caller
  await work.runNow('checkouts', organisation.id, timeout)
  const present = await store.findCaller(sessionId, clock())
  if (!present) throw new CallerRefused('signed-out')
  return present
}
