import { HttpError } from '../http-error'
import { type Network, networkOf } from '../networks'
import type { WebhookEvent } from '../payments/payments'
import type { Services } from '../services'
import type { Subscription } from '../store/entities'
import type { Entries } from '../store/events'
import { byProvider, entryOf, toEntries } from './entries'
import { authorOfPayment } from './payer'
import { countLocallyOrRefuse, countsOf, networkSubjects } from './rate-limit'
import { hearOfRefund } from './refunds'
import { paymentTaken } from './subscription-entries'
import { applyProviderUpdate } from './subscriptions'

/** The outcome of a webhook call. */
export type WebhookOutcome = 'wrong-signature' | 'ignored' | 'repeated' | 'taken'

/** Longer than any of the provider's ids. */
const longestEventId = 200

/**
 * Handles a webhook of the provider (D33). It may be late, repeated and out of order.
 * @param body exactly as it was sent.
 * @param network where it comes from; absent if unknown.
 * @param note receives the outcome, also of a refused call.
 * @throws HttpError 400 for a wrong signature, 429 when too many of those came from the network;
 *   then nothing changes.
 */
export async function takeWebhook(
  services: Services,
  body: string,
  headers: Headers,
  network: Network = networkOf(undefined),
  note: (outcome: WebhookOutcome) => void = () => {},
): Promise<void> {
  const { store, payments, clock, log } = services
  const event = await payments.readWebhook(body, headers)
  if (event.kind === 'forged') {
    note('wrong-signature')
    countLocallyOrRefuse(services, countsOf(services, 'forgeWebhook', networkSubjects(network)))
    throw new HttpError(400, 'The signature of this webhook is wrong.')
  }
  if (event.kind === 'unknown') {
    note('ignored')
    log.info('A webhook was ignored', { event: event.name })
    return
  }
  const eventId = event.id && event.id.length <= longestEventId ? event.id : null
  if (eventId && (await store.hasWebhookEvent(eventId))) return note('repeated')
  let entries: Entries | null = null
  let isOurs: boolean
  if (event.kind === 'refund') isOurs = await applyRefundUpdate(services, event)
  else {
    const subscription = await applySubscriptionUpdate(services, event)
    isOurs = subscription !== null
    if (subscription) entries = await entriesOf(services, event, subscription)
  }
  note(isOurs ? 'taken' : 'ignored')
  // Last, because handling an event twice is harmless, and losing one isn't.
  if (eventId) await store.keepWebhookEvent(eventId, clock(), entries)
}

type SubscriptionEvent = Extract<WebhookEvent, { kind: 'subscription' }>

/** @returns the entry for an event itself, besides its effects. */
async function entriesOf(
  services: Services,
  { name, payment }: SubscriptionEvent,
  kept: Subscription,
): Promise<Entries> {
  const at = services.clock()
  const by = byProvider('webhook')
  const { id: subscriptionId, organisationId } = kept
  const about = { subscriptionId, paymentId: payment?.id ?? null }
  const entries = [
    entryOf(at, organisationId, by, 'webhook', {
      ...about,
      audience: 'operator',
      details: { reason: name.slice(0, longestEventId) },
    }),
  ]
  if (payment && kept.state !== 'void') {
    const author = await authorOfPayment(services, kept, payment.takenAt, by)
    entries.push(paymentTaken(payment.takenAt ?? at, author, kept, payment.id))
  }
  return toEntries(entries)
}

/** @returns its subscription before the event; null: not one of ours. */
async function applySubscriptionUpdate(
  services: Services,
  { name, at, subscription: state, payment }: SubscriptionEvent,
): Promise<Subscription | null> {
  const { store, log } = services
  const subscription = await store.findSubscription(state.id)
  if (!subscription) {
    log.info('A webhook about an unknown subscription was ignored', { subscriptionId: state.id })
    return null
  }
  const update = {
    subscription: state,
    payments: payment ? [payment] : [],
    hasAllPayments: false,
    at,
  }
  await applyProviderUpdate(services, subscription, update, 'webhook')
  await services.store.wakeReceipts(state.id, services.clock())
  services.work.wake()
  if (name === 'subscription.halted') {
    log.error('The provider has given up charging for a subscription', {
      subscriptionId: state.id,
    })
  }
  return subscription
}

/**
 * The refund job asks the provider for the outcome: a failed refund may have been done before
 * (D69).
 * @returns whether the refund is ours and isn't known to be done, or a receipt shows it.
 */
async function applyRefundUpdate(
  services: Services,
  { paymentId, refund }: Extract<WebhookEvent, { kind: 'refund' }>,
): Promise<boolean> {
  const { clock, log, work } = services
  const states = refund.status === 'failed' ? (['owed', 'done'] as const) : (['owed'] as const)
  const now = clock()
  const { isOurs, hasReceipt } = await hearOfRefund(
    services,
    { paymentId, refundId: refund.id },
    states,
    now,
    ({ id: subscriptionId, organisationId, plan }) =>
      entryOf(now, organisationId, byProvider('webhook'), 'refund-reopened', {
        audience: 'operator',
        subscriptionId,
        paymentId,
        details: { plan: plan.name },
      }),
  )
  if (isOurs || hasReceipt) work.wake()
  else log.info('A webhook about a refund was ignored', { paymentId, refundId: refund.id })
  return isOurs || hasReceipt
}
