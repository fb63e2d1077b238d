import type { Services } from '../services'
import type { Caller, Subscription } from '../store/entities'
import type { CheckoutTimes } from '../store/store'
import { backoffForAge, later, minute, second } from '../time'

/** How long a checkout is young, in ms: that is when buyers come back from paying. */
const youth = 15 * minute
/** How often the provider is asked about a young one, in ms. */
const youngInterval = 10 * second
/** How far ahead of that a member who reads a profile may have it asked, in ms. */
const aheadForReaders = 8 * second
/** How long reading a profile waits for the provider, in ms. */
const timeout = 2 * second

/** When a new checkout is first asked about, in ms from its creation: by readers at once. */
export const firstCheckoutCheck = aheadForReaders

/** @returns until when checks of an organisation's checkouts count as due for one of its members. */
export function dueForReaders(now: Date): Date {
  return later(now, aheadForReaders)
}

/** How many calls to the provider reads may cause in a second: one organisation's, and a server's (D70). */
const maxPerOrganisation = 1
const maxPerServer = 10

/**
 * @returns asks whether a read of an organisation may call the provider now, and counts that it does:
 *   once a second for the organisation, wherever it is read, and ten times for this server.
 */
export function createReadThrottle({ store, clock }: Services) {
  /** When this server's reads called in the last second, in ms. */
  let calls: number[] = []

  return async (organisationId: string): Promise<boolean> => {
    const now = clock()
    // A clock may have been put back.
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
 * @returns when to ask about a checkout again that isn't paid: every 10 s while it is young, then ever
 *   less often, until the provider says that it has expired.
 */
export function nextCheckoutCheck({ createdAt }: Subscription, now: Date): Date {
  const age = now.getTime() - createdAt.getTime()
  return later(now, age < youth ? youngInterval : backoffForAge(age))
}

/** @returns which checkouts may have been paid, so that a reader should hear of it. */
export function checkoutsForReaders(now: Date): CheckoutTimes {
  return { createdSince: later(now, -youth), dueBy: dueForReaders(now) }
}

/**
 * @returns the organisation's plan. While it has a young checkout, the provider is asked first: the
 *   browser that paid may have gone before it could tell us (D33). An answer that comes too late for
 *   this call is taken all the same.
 */
export async function findCurrentPlan(
  { store, work }: Services,
  { organisation, live, mayBePaid }: Caller,
): Promise<Caller['live']> {
  if (!mayBePaid) return live
  await work.runNow('checkouts', organisation.id, timeout)
  return await store.findLiveSubscription(organisation.id)
}
