import type { Cancellation, SandboxSubscription, Subscription } from './entities'
import type { SubscriptionStore } from './subscription-store'

/** The part of a memory store's data that is about billing. */
export interface SubscriptionData {
  subscriptions: Subscription[]
  cancellations: Cancellation[]
  webhookEvents: { id: string; receivedAt: Date }[]
  sandboxSubscriptions: SandboxSubscription[]
  /** By organisation. */
  billings: Record<string, { version: number; checkedAt: Date | null }>
}

export function emptySubscriptionData(): SubscriptionData {
  return {
    subscriptions: [],
    cancellations: [],
    webhookEvents: [],
    sandboxSubscriptions: [],
    billings: {},
  }
}

/** The memory store's part for billing. */
export function subscriptionMethods(data: SubscriptionData): SubscriptionStore {
  const copyOf = <Item>(item: Item | undefined): Item | null =>
    item === undefined ? null : structuredClone(item)
  const billingOf = (organisationId: string) => {
    data.billings[organisationId] ??= { version: 0, checkedAt: null }
    return data.billings[organisationId]
  }
  const ofOrganisation = (id: string) =>
    data.subscriptions.filter(({ organisationId }) => organisationId === id)
  const cancellationOf = (id: string) =>
    data.cancellations.find(({ subscriptionId }) => subscriptionId === id)
  const sandboxSubscriptionOf = (id: string) =>
    data.sandboxSubscriptions.find((candidate) => candidate.id === id)

  return {
    async addSubscription(subscription) {
      data.subscriptions.push(structuredClone(subscription))
    },

    async findSubscription(id) {
      return copyOf(data.subscriptions.find((candidate) => candidate.id === id))
    },

    async findLiveSubscription(organisationId) {
      return copyOf(ofOrganisation(organisationId).find(({ state }) => state === 'live'))
    },

    async findBilling(organisationId) {
      return structuredClone({
        version: data.billings[organisationId]?.version ?? 0,
        subscriptions: ofOrganisation(organisationId),
      })
    },

    async saveSubscriptions(organisationId, version, subscriptions, cancellations) {
      const billing = billingOf(organisationId)
      if (billing.version !== version) return false
      const changed = new Map(subscriptions.map((subscription) => [subscription.id, subscription]))
      const live = ofOrganisation(organisationId).filter(
        (subscription) => (changed.get(subscription.id) ?? subscription).state === 'live',
      )
      if (live.length > 1) return false
      billing.version += 1
      data.subscriptions = data.subscriptions.map((subscription) =>
        structuredClone(changed.get(subscription.id) ?? subscription),
      )
      for (const cancellation of cancellations) {
        if (!cancellationOf(cancellation.subscriptionId)) {
          data.cancellations.push(structuredClone(cancellation))
        }
      }
      return true
    },

    async takeUnpaidSubscriptions(organisationId, { now, createdSince, checkedBefore }, most) {
      const unpaid = ofOrganisation(organisationId)
        .filter(({ state, createdAt }) => state === 'unpaid' && createdAt > createdSince)
        .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      if (unpaid.length === 0) return []
      const billing = billingOf(organisationId)
      if (billing.checkedAt && billing.checkedAt > checkedBefore) return []
      billing.checkedAt = now
      return structuredClone(unpaid.slice(0, most))
    },

    async takeDueCancellations(now, until, most) {
      const due = data.cancellations
        .filter(({ nextAttemptAt }) => nextAttemptAt <= now)
        .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
        .slice(0, most)
      for (const cancellation of due) cancellation.nextAttemptAt = until
      return structuredClone(due)
    },

    async putCancellationOff(subscriptionId, nextAttemptAt) {
      const cancellation = cancellationOf(subscriptionId)
      if (!cancellation) return
      Object.assign(cancellation, { nextAttemptAt, attempts: cancellation.attempts + 1 })
    },

    async deleteCancellation(id) {
      data.cancellations = data.cancellations.filter(({ subscriptionId }) => subscriptionId !== id)
    },

    async hasWebhookEvent(eventId) {
      return data.webhookEvents.some(({ id }) => id === eventId)
    },

    async keepWebhookEvent(id, now, forgottenBefore) {
      data.webhookEvents = data.webhookEvents.filter(
        (event) => event.id !== id && event.receivedAt >= forgottenBefore,
      )
      data.webhookEvents.push({ id, receivedAt: now })
    },

    async addSandboxSubscription(subscription) {
      data.sandboxSubscriptions.push(structuredClone(subscription))
    },

    async findSandboxSubscription(id) {
      return copyOf(sandboxSubscriptionOf(id))
    },

    async paySandboxSubscription(id, paymentId, now) {
      const subscription = sandboxSubscriptionOf(id)
      if (subscription && !subscription.paidAt && !subscription.endedAt) {
        Object.assign(subscription, { paymentId, paidAt: now })
      }
      return copyOf(subscription)
    },

    async cancelSandboxSubscription(id, now) {
      const subscription = sandboxSubscriptionOf(id)
      if (subscription) subscription.endedAt ??= now
      return copyOf(subscription)
    },
  }
}
