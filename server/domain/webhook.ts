import { HttpError } from '../http-error'
import { type Network, networkOf } from '../networks'
import type { WebhookEvent } from '../payments/payments'
import type { Services } from '../services'
import { countLocallyOrRefuse, countsOf, networkSubjects } from './rate-limit'
import { applyProviderUpdate } from './subscriptions'

/** More than any id of the provider has. */
const longestEventId = 200

/**
 * Takes what the provider tells by itself (D33). It may come late, repeatedly and in any order.
 * @param body exactly as it was sent.
 * @param network where it comes from; absent: unknown.
 * @throws HttpError 400 when the provider didn't sign it, or 429 when too many such came from the
 *   network; then nothing has changed.
 */
export async function takeWebhook(
  services: Services,
  body: string,
  headers: Headers,
  network: Network = networkOf(undefined),
): Promise<void> {
  const { store, payments, clock, log } = services
  const event = await payments.readWebhook(body, headers)
  if (event.kind === 'forged') {
    countLocallyOrRefuse(services, countsOf(services, 'forgeWebhook', networkSubjects(network)))
    log.info('A webhook with a wrong signature was refused')
    throw new HttpError(400, 'The signature of this webhook is wrong.')
  }
  if (event.kind === 'unknown') {
    log.info('A webhook was ignored', { event: event.name })
    return
  }
  const eventId = event.id && event.id.length <= longestEventId ? event.id : null
  if (eventId && (await store.hasWebhookEvent(eventId))) return
  if (event.kind === 'refund') await applyRefundUpdate(services, event)
  else await applySubscriptionUpdate(services, event)
  // Afterwards, because taking it twice does no harm, and not taking it does.
  if (eventId) await store.keepWebhookEvent(eventId, clock())
}

async function applySubscriptionUpdate(
  services: Services,
  { name, subscription: state, payment }: Extract<WebhookEvent, { kind: 'subscription' }>,
): Promise<void> {
  const { store, log } = services
  const subscription = await store.findSubscription(state.id)
  if (subscription) {
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
  } else {
    log.info('A webhook about a subscription of others was ignored', { subscriptionId: state.id })
  }
}

/** What becomes of a refund is asked by the job: one that failed may have been done before (D69). */
async function applyRefundUpdate(
  { store, clock, log, work }: Services,
  { paymentId, refund }: Extract<WebhookEvent, { kind: 'refund' }>,
): Promise<void> {
  const states = refund.status === 'failed' ? (['owed', 'done'] as const) : (['owed'] as const)
  if (await store.reopenRefund(paymentId, refund.id, states, clock())) work.wake()
  else log.info('A webhook about a refund was ignored', { paymentId, refundId: refund.id })
}
