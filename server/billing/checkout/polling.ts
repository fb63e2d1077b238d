import type { Caller } from '../../api/caller'
import type { Services } from '../../api/services'
import type { CheckoutTimes } from '../../api/store'
import { backoffForAge, later, minute, second } from '../../lib/time'
import { CallerRefused } from '../../store/change'
import type { Subscription } from '../tables'

/** The age up to which a checkout is young, in ms. Buyers usually have paid by then. */
const youth = 15 * minute
/** The interval between polls of a young checkout, in ms. */
const youngInterval = 10 * second
/** The time by which reading a profile may advance a scheduled poll, in ms. */
const aheadForReaders = 8 * second
/** The timeout of a poll for somebody who reads a profile, in ms. */
const timeout = 2 * second

/** The age at which a new checkout is first polled, in ms. Reading a profile polls it at once. */
export const firstCheckoutCheck = aheadForReaders

/** @returns the time up to which checks count as due when somebody reads a profile. */
export function dueWhenRead(now: Date): Date {
  return later(now, aheadForReaders)
}

/** @returns when to poll an unpaid checkout again: every 10 s while it is young, then with growing intervals. */
export function nextCheckoutCheck({ createdAt }: Subscription, now: Date): Date {
  const age = now.getTime() - createdAt.getTime()
  return later(now, age < youth ? youngInterval : backoffForAge(age))
}

/** @returns the times of checkouts that readers should wait for, because they may have been paid. */
export function checkoutsForReaders(now: Date): CheckoutTimes {
  return { createdSince: later(now, -youth), dueBy: dueWhenRead(now) }
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
  // A checkout that is being polled isn't due.
  if (!mayBePaid && !work.isRunning('checkouts', organisation.id)) return caller
  await work.runNow('checkouts', organisation.id, timeout)
  const now = clock()
  const present = await store.findCaller(sessionId, now, checkoutsForReaders(now))
  if (!present) throw new CallerRefused('signed-out')
  return present
}
