import type { Caller } from '../api/caller'
import type { CheckoutTimes } from '../api/store'
import type { Rows } from '../store/memory-change'

const isDueBy = (by: Date, due: Date | null) => due !== null && due <= by

/** @returns a caller's view of their organisation's subscriptions. */
export function currentPlanOf(
  { subscriptions }: Pick<Rows, 'subscriptions'>,
  id: string,
  { createdSince, dueBy }: CheckoutTimes,
): Pick<Caller, 'live' | 'mayBePaid'> {
  const all = subscriptions.filter(({ organisationId }) => organisationId === id)
  const live = all.find(({ state }) => state === 'live')
  return {
    live: live
      ? structuredClone({
          id: live.id,
          plan: live.plan,
          currency: live.currency,
          renewal: live.renewal,
        })
      : null,
    mayBePaid: all.some(
      ({ state, createdAt, nextCheckAt }) =>
        state === 'unpaid' && createdAt > createdSince && isDueBy(dueBy, nextCheckAt),
    ),
  }
}
