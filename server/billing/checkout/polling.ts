import type { Caller } from '../../api/caller'
import type { Services } from '../../api/services'
import type { CheckoutTimes } from '../../api/store'
import { backoffForAge, later, minute, second } from '../../lib/time'
import { CallerRefused } from '../../store/change'
import type { Subscription } from '../tables'

/** A checkout is young for this long, in ms: buyers come back from paying within it. */
const youth = 15 * minute
/** The interval between polls of a young checkout, in ms. */
const youngInterval = 10 * second
/** A member who reads a profile may trigger a poll this much earlier than scheduled, in ms. */
const aheadForReaders = 8 * second
/** How long reading a profile waits for the provider, in ms. */
const timeout = 2 * second

/**
 * When a new checkout is first polled, in ms from its creation. Readers may trigger that at once.
 */
export const firstCheckoutCheck = aheadForReaders

/**
 * @returns the time up to which an organisation's checks count as due when one of its members
 *   reads.
 */
export function dueWhenRead(now: Date): Date {
  return later(now, aheadForReaders)
}

/**
 * How many calls a second to the provider reads may cause, per organisation and per server (D70).
 */
const maxPerOrganisation = 1
const maxPerServer = 10

/**
 * @returns a function that says whether a read may call the provider now, and counts the call: once
 *   a second per organisation, on any server, and ten times a second on this one.
 */
export function createReadThrottle({ store, clock }: Services) {
  /** Times of this server's calls within the last second, in ms. */
  let calls: number[] = []

  return async (organisationId: string): Promise<boolean> => {
    const now = clock()
    // The clock may have been set back.
    calls = calls.filter((time) => Math.abs(now.getTime() - time) < second)
    if (calls.length >= maxPerServer) return false
    calls.push(now.getTime())
    const count = {
      key: `asking about checkouts of ${organisationId}`,
      limit: { calls: maxPerOrganisation, window: second },
    }
    const [wait] = await store.countCalls([[count]], now)
    if (wait === 0) return true
    calls.splice(calls.indexOf(now.getTime()), 1)
    return false
  }
}

/**
 * @returns when to poll an unpaid checkout again: every 10 s while it is young, then with growing
 *   intervals, until the provider reports that it has expired.
 */
export function nextCheckoutCheck({ createdAt }: Subscription, now: Date): Date {
  const age = now.getTime() - createdAt.getTime()
  return later(now, age < youth ? youngInterval : backoffForAge(age))
}

/** @returns the checkouts that may have been paid, so that readers should wait for a poll. */
export function checkoutsForReaders(now: Date): CheckoutTimes {
  return { createdSince: later(now, -youth), dueBy: dueWhenRead(now) }
}

/**
 * If there is a young checkout, asks the provider about it first: the browser that paid may be gone before it could
 * report (D33). An answer that is too late for this call is still recorded.
 * @returns the caller, with the organisation's plan, as of now: that may take a while, and what is handed out afterwards is
 *   for who is still signed in, as what they are by then (D91).
 * @throws CallerRefused if the caller is signed out meanwhile.
 */
export async function afterCheckouts(
  { store, clock, work }: Pick<Services, 'store' | 'clock' | 'work'>,
  caller: Caller,
): Promise<Caller> {
  const { sessionId, organisation, mayBePaid } = caller
  // While it is being asked, it isn't due.
  if (!mayBePaid && !work.isRunning('checkouts', organisation.id)) return caller
  await work.runNow('checkouts', organisation.id, timeout)
  const now = clock()
  const present = await store.findCaller(sessionId, now, checkoutsForReaders(now))
  if (!present) throw new CallerRefused('signed-out')
  return present
}
