import type { Caller, Refund, Subscription } from './entities'
import type { UnplacedEntry } from './events'
import { tell } from './memory-events'
import { type ReceiptData, wakeChecks } from './memory-receipts'
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
  /** The version of each organisation's subscriptions. */
  billingVersions: Record<string, { version: number }>
}

export function emptySubscriptionData(): SubscriptionData {
  return {
    subscriptions: [],
    refunds: [],
    webhookEvents: [],
    sandboxSubscriptions: [],
    billings: [],
    billingVersions: {},
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
  const billingOf = (organisationId: string) => {
    data.billingVersions[organisationId] ??= { version: 0 }
    return data.billingVersions[organisationId]
  }
  const ofOrganisation = (id: string) =>
    data.subscriptions.filter(({ organisationId }) => organisationId === id)
  const inOrder = (list: Subscription[]) =>
    list.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const sandboxSubscriptionOf = (id: string) =>
    data.sandboxSubscriptions.find((candidate) => candidate.id === id)

  /** Logs a refund for the organisation of its subscription. */
  function tellOf({ subscriptionId }: Refund, entry: UnplacedEntry): void {
    const subscription = data.subscriptions.find(({ id }) => id === subscriptionId)
    if (!subscription) return
    const { organisationId, plan } = subscription
    const details = { plan: plan.name, ...entry.details }
    tell(data, [{ ...entry, organisationId, subscriptionId, details }])
  }

  return {
    async addSubscription(subscription, entries) {
      tell(data, entries)
      data.subscriptions.push(structuredClone(subscription))
    },

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

    async findBilling(organisationId, subscriptionId) {
      return structuredClone({
        version: data.billingVersions[organisationId]?.version ?? 0,
        subscriptions: inOrder(
          ofOrganisation(organisationId).filter(
            ({ id, startedAt }) => startedAt !== null || id === subscriptionId,
          ),
        ),
        refundedPaymentIds: data.refunds
          .filter((refund) => refund.subscriptionId === subscriptionId)
          .map(({ paymentId }) => paymentId),
      })
    },

    async saveSubscriptions(organisationId, version, subscriptions, refunds, mails, entries) {
      const billing = billingOf(organisationId)
      if (billing.version !== version) return false
      const changed = new Map(subscriptions.map((subscription) => [subscription.id, subscription]))
      const live = ofOrganisation(organisationId).filter(
        (subscription) => (changed.get(subscription.id) ?? subscription).state === 'live',
      )
      if (live.length > 1) return false
      billing.version += 1
      if (entries) {
        tell(data, entries)
        const paid = subscriptions.filter(({ wasPaid }) => wasPaid).map(({ id }) => id)
        wakeChecks(data, paid, entries[0].at)
      }
      data.mails.push(...structuredClone([...mails]))
      data.subscriptions = data.subscriptions.map((subscription) =>
        structuredClone(changed.get(subscription.id) ?? subscription),
      )
      for (const refund of refunds) {
        if (!data.refunds.some(({ paymentId }) => paymentId === refund.paymentId)) {
          data.refunds.push(structuredClone(refund))
        }
      }
      return true
    },

    async updateRefund(taken, changes, entry) {
      const refund = data.refunds.find(
        ({ paymentId, nextAttemptAt }) =>
          paymentId === taken.paymentId &&
          nextAttemptAt?.getTime() === taken.nextAttemptAt?.getTime(),
      )
      if (!refund) return
      Object.assign(refund, changes)
      if (entry) tellOf(refund, entry)
    },

    async reopenRefund(paymentId, refundId, states, now, entry) {
      const refund = data.refunds.find(
        (entry) =>
          entry.paymentId === paymentId &&
          states.includes(entry.state) &&
          (entry.refundId === refundId || (!entry.refundId && entry.state === 'done')),
      )
      if (!refund) return false
      Object.assign(refund, { state: 'owed', refundId, nextAttemptAt: now, settledAt: null })
      tellOf(refund, entry)
      return true
    },

    async hasWebhookEvent(eventId) {
      return data.webhookEvents.some(({ id }) => id === eventId)
    },

    async keepWebhookEvent(id, now, entries) {
      if (data.webhookEvents.some((event) => event.id === id)) return
      data.webhookEvents.push({ id, receivedAt: now })
      if (entries) tell(data, entries)
    },

    async addSandboxSubscription(subscription) {
      data.sandboxSubscriptions.push(structuredClone(subscription))
    },

    async findSandboxSubscription(id) {
      return copyOf(sandboxSubscriptionOf(id))
    },

    async paySandboxSubscription(id, paymentId, now) {
      const subscription = sandboxSubscriptionOf(id)
      const isOpen = subscription && !subscription.endedAt && !(subscription.expiresAt <= now)
      if (isOpen && !subscription.paidAt) {
        Object.assign(subscription, { paymentId, paidAt: now })
      }
      return copyOf(subscription)
    },

    async cancelSandboxSubscription(id, now) {
      const subscription = sandboxSubscriptionOf(id)
      if (subscription) subscription.endedAt ??= now
      return copyOf(subscription)
    },

    async refundSandboxPayment(paymentId, now) {
      const subscription = data.sandboxSubscriptions.find((entry) => entry.paymentId === paymentId)
      if (subscription) subscription.refundedAt ??= now
      return copyOf(subscription)
    },

    async findSandboxSubscriptionByPayment(paymentId) {
      return copyOf(data.sandboxSubscriptions.find((entry) => entry.paymentId === paymentId))
    },

    async addSandboxAct(id, act, most) {
      const subscription = sandboxSubscriptionOf(id)
      if (subscription && subscription.acts.length < most) {
        subscription.acts.push(structuredClone(act))
      }
      return copyOf(subscription)
    },
  }
}
