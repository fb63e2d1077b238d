import { HttpError } from '../http-error'
import { type Network, networkOf } from '../networks'
import type { WebhookEvent } from '../payments/payments'
import type { Services } from '../services'
import { countLocallyOrRefuse, countsOf, networkSubjects } from './rate-limit'
import { applyProviderUpdate } from './subscriptions'

/** What became of a call to the webhook. */
export type WebhookOutcome = 'wrong-signature' | 'ignored' | 'repeated' | 'taken'

/** More than any id of the provider has. */
const longestEventId = 200

/**
 * Takes what the provider tells by itself (D33). It may come late, repeatedly and in any order.
 * @param body exactly as it was sent.
 * @param network where it comes from; absent: unknown.
 * @param note hears what becomes of it, also where it is refused.
 * @throws HttpError 400 when the provider didn't sign it, or 429 when too many such came from the
 *   network; then nothing has changed.
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
  const isOurs =
    event.kind === 'refund'
      ? await applyRefundUpdate(services, event)
      : await applySubscriptionUpdate(services, event)
  note(isOurs ? 'taken' : 'ignored')
  // Afterwards, because taking it twice does no harm, and not taking it does.
  if (eventId) await store.keepWebhookEvent(eventId, clock())
}

/** @returns whether it is about one of ours. */
async function applySubscriptionUpdate(
  services: Services,
  { name, subscription: state, payment }: Extract<WebhookEvent, { kind: 'subscription' }>,
): Promise<boolean> {
  const { store, log } = services
  const subscription = await store.findSubscription(state.id)
  if (!subscription) {
    log.info('A webhook about a subscription of others was ignored', { subscriptionId: state.id })
    return false
  }
  await applyProviderUpdate(services, subscription, {
    subscription: state,
    payments: payment ? [payment] : [],
    hasAllPayments: false,
  })
  services.work.wake()
  if (name === 'subscription.halted') {
    log.error('The provider has given up charging for a subscription', {
      subscriptionId: state.id,
    })
  }
  return true
}

/**
 * What becomes of a refund is asked by the job: one that failed may have been done before (D69).
 * @returns whether it is about one of ours that isn't known to be done.
 */
async function applyRefundUpdate(
  { store, clock, log, work }: Services,
  { paymentId, refund }: Extract<WebhookEvent, { kind: 'refund' }>,
): Promise<boolean> {
  const states = refund.status === 'failed' ? (['owed', 'done'] as const) : (['owed'] as const)
  const isOurs = await store.reopenRefund(paymentId, refund.id, states, clock())
  if (isOurs) work.wake()
  else log.info('A webhook about a refund was ignored', { paymentId, refundId: refund.id })
  return isOurs
}
