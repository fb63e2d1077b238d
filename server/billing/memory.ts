import type { Caller } from '../http/caller'
import type { Rows } from '../store/memory-change'
import type { SubscriptionStore } from './reads'
import type { CheckoutTimes } from './subscription'

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

/** The memory store's methods for billing. */
export function subscriptionMethods(data: Pick<Rows, 'subscriptions'>): SubscriptionStore {
  const ofOrganisation = (id: string) =>
    data.subscriptions.filter(({ organisationId }) => organisationId === id)

  return {
    async findPlanHistory(organisationId) {
      return ofOrganisation(organisationId)
        .sort(
          (one, other) =>
            Number(other.startedAt) - Number(one.startedAt) ||
            other.createdAt.getTime() - one.createdAt.getTime() ||
            (one.id < other.id ? 1 : -1),
        )
        .flatMap(({ plan, state, startedAt, endedAt }) =>
          startedAt ? [structuredClone({ planName: plan.name, state, startedAt, endedAt })] : [],
        )
    },
  }
}
