import {
  PaymentsError,
  type ProviderPayment,
  type ProviderSubscription,
} from '../payments/payments'
import type { Services } from '../services'
import type { Billing, Subscription } from '../store/entities'
import { second, withTimeout } from '../time'
import type { By } from './entries'
import { buyerOf } from './payer'
import { nextStepOf } from './renewals'
import type { Changes, Clocks } from './subscription-changes'
import { entriesOfChanges } from './subscription-entries'
import { noticesOfChanges } from './subscription-notices'

/** How often a change is decided again because of a concurrent one. */
const maxAttempts = 200

/** How long a decision waits for the provider's answer about a subscription, in ms. */
const timeout = 2 * second

/**
 * Decides on an organisation's subscriptions and saves the decision, repeating both until there is
 * no concurrent change.
 * @param subject the subscription in question.
 * @param paid known payments of it, the first one first.
 * @returns the subscriptions after the change.
 */
export async function changeSubscriptions(
  services: Services,
  { id, organisationId }: Subscription,
  by: By,
  decide: (billing: Billing, now: Clocks) => Changes,
  paid: readonly ProviderPayment[] = [],
): Promise<Subscription[]> {
  const { store, payments, log, haltedPlanDays } = services
  // Any answer of the provider reveals its time.
  if (!payments.now()) await ask(services, id)
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const billing = await store.findBilling(organisationId, id)
    const now = readClocks(services)
    const decided = decide(billing, now)
    const changed = decided.subscriptions.map((entry) =>
      withNextStep(entry, haltedPlanDays, now.provider),
    )
    const changes = { ...decided, subscriptions: changed }
    const { refunds } = changes
    if (changed.length === 0) return billing.subscriptions
    const { subscriptions: before } = billing
    const bought = changed.find((entry) => isFirstNews(entry, before))
    const buyer = bought ? await buyerOf(services, bought, by) : by
    const subject = { id, organisationId }
    const entries = entriesOfChanges(now.ours, { by, buyer }, before, changes, subject, paid)
    const mails = await noticesOfChanges(services, now.provider, before, changes, subject, paid)
    const { version } = billing
    if (await store.saveSubscriptions(organisationId, version, changed, refunds, mails, entries)) {
      if (mails.length > 0) services.mail.wake()
      for (const { paymentId, subscriptionId, reason } of refunds) {
        log.info('A refund is owed', { paymentId, subscriptionId, reason })
      }
      const byId = new Map(changed.map((entry) => [entry.id, entry]))
      return before.map((entry) => byId.get(entry.id) ?? entry)
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
  }
  throw new Error("An organisation's subscriptions change too often to keep a change")
}

/** Whether this is the first news of a checkout's payment. */
function isFirstNews({ id, wasPaid }: Subscription, before: readonly Subscription[]): boolean {
  return wasPaid && before.some((one) => one.id === id && one.state === 'unpaid')
}

function withNextStep(subscription: Subscription, haltedPlanDays: number, now: Date): Subscription {
  const isLive = subscription.state === 'live'
  const step = isLive ? nextStepOf(subscription, haltedPlanDays, now) : null
  return { ...subscription, nextStepAt: step?.at ?? null }
}

/** If the provider's clock is unknown, use ours. */
export function readClocks({ payments, clock }: Services): Clocks {
  const ours = clock()
  return { ours, provider: payments.now() ?? ours }
}

/** @returns the provider's report of a subscription; null if it fails or is too late. */
export async function ask(
  { payments }: Services,
  id: string,
): Promise<ProviderSubscription | null> {
  const answer = payments.fetchSubscription(id).catch((error: unknown) => {
    if (error instanceof PaymentsError) return null
    throw error
  })
  return await withTimeout(answer, timeout, null)
}
