import { HttpError } from '../http-error'
import type { Services } from '../services'
import { takeProviderNews } from './subscriptions'

/** More than any id of the provider has. */
const longestEventId = 200

/**
 * Takes what the provider tells by itself (D33). It may come late, repeatedly and in any order.
 * @param body exactly as it was sent.
 * @throws HttpError 400 when the provider didn't sign it; then nothing has changed.
 */
export async function takeWebhook(
  services: Services,
  body: string,
  headers: Headers,
): Promise<void> {
  const { store, payments, clock, log } = services
  const event = await payments.readWebhook(body, headers)
  if (event.kind === 'forged') {
    log.info('A webhook with a wrong signature was refused')
    throw new HttpError(400, 'The signature of this webhook is wrong.')
  }
  if (event.kind === 'unknown') {
    log.info('A webhook was ignored', { event: event.name })
    return
  }
  const { name, subscription: state, payment } = event
  const eventId = event.id && event.id.length <= longestEventId ? event.id : null
  if (eventId && (await store.hasWebhookEvent(eventId))) return

  const subscription = await store.findSubscription(state.id)
  if (subscription) {
    await takeProviderNews(services, subscription, {
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
  // Afterwards, because taking it twice does no harm, and not taking it does.
  if (eventId) await store.keepWebhookEvent(eventId, clock())
}
