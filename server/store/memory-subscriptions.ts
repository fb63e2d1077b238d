import type { Caller, Refund, Subscription } from './entities'
import type { ReceiptData } from './memory-receipts'
import type { SandboxSubscription } from './sandbox-subscription'
import type { CheckoutTimes } from './store'
import type { SubscriptionStore } from './subscription-store'

/** The memory store's billing data. */
export interface SubscriptionData extends ReceiptData {
  subscriptions: Subscription[]
  refunds: Refund[]
  webhookEvents: { id: string; receivedAt: Date }[]
  sandboxSubscriptions: SandboxSubscription[]
  /** Rows of locks: memory needs none. */
  billings: { organisationId: string; version: number }[]
}

export function emptySubscriptionData(): SubscriptionData {
  return {
    subscriptions: [],
    refunds: [],
    webhookEvents: [],
    sandboxSubscriptions: [],
    billings: [],
    mails: [],
    receipts: [],
    receiptChecks: [],
    events: [],
  }
}

const isDueBy = (by: Date, due: Date | null) => due !== null && due <= by

/** @returns a caller's view of their organisation's subscriptions. */
export function currentPlanOf(
  { subscriptions }: SubscriptionData,
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
          // Data saved by an earlier version of mock mode has none.
          renewal: live.renewal ?? null,
        })
      : null,
    mayBePaid: all.some(
      ({ state, createdAt, nextCheckAt }) =>
        state === 'unpaid' && createdAt > createdSince && isDueBy(dueBy, nextCheckAt),
    ),
  }
}

/** The memory store's methods for billing. */
export function subscriptionMethods(data: SubscriptionData): SubscriptionStore {
  const copyOf = <Item>(item: Item | undefined): Item | null =>
    item === undefined ? null : structuredClone(item)
  const ofOrganisation = (id: string) =>
    data.subscriptions.filter(({ organisationId }) => organisationId === id)

  return {
    async findSubscription(id) {
      return copyOf(data.subscriptions.find((candidate) => candidate.id === id))
    },

    async findLiveSubscription(organisationId) {
      return copyOf(ofOrganisation(organisationId).find(({ state }) => state === 'live'))
    },

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

    async hasWebhookEvent(eventId) {
      return data.webhookEvents.some(({ id }) => id === eventId)
    },

    async findSandboxSubscription(id) {
      return copyOf(data.sandboxSubscriptions.find((candidate) => candidate.id === id))
    },

    async findSandboxSubscriptionByPayment(paymentId) {
      return copyOf(data.sandboxSubscriptions.find((entry) => entry.paymentId === paymentId))
    },
  }
}
