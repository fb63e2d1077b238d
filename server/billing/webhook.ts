import type { Context } from 'hono'
import type { HostEnvironment, LogFields } from '../api/host-environment'
import { HttpError } from '../api/http-error'
import { type Network, networkOf } from '../api/networks'
import type { WebhookEvent } from '../api/payments'
import { countLocallyOrRefuse, countsOf, networkSubject } from '../api/rate-limit'
import { readText } from '../api/read-body'
import type { Services } from '../api/services'
import { byProvider } from '../people/author'
import { add, type Reading, type Write } from '../store/change'
import { type Entry, entryOf } from '../store/entry'
import { paymentTaken } from './entries'
import { creditLateRefund } from './invoices/late-refund'
import { authorOfPayment } from './payer'
import { wakingReceipts } from './postpone'
import { reopenRefund } from './refunds/refunds'
import { applyProviderUpdate } from './save'
import type { Subscription } from './tables'

export type WebhookOutcome = 'wrong-signature' | 'ignored' | 'repeated' | 'taken'

/** Longer than any of the provider's ids. */
const longestEventId = 200

/**
 * Handles a webhook of the provider (D33), which may be late, repeated and out of order.
 * @param body exactly as it was sent.
 * @param network the sender's network; absent: unknown.
 * @param note receives the outcome, also if the call is refused.
 * @throws HttpError 400 for a wrong signature, 429 after too many wrong signatures from the network.
 */
export async function takeWebhook(
  services: Services,
  body: string,
  headers: Headers,
  network: Network = networkOf(undefined),
  note: (outcome: WebhookOutcome) => void = () => {},
): Promise<void> {
  const { store, payments, log } = services
  const event = await payments.readWebhook(body, headers)
  if (event.kind === 'forged') {
    note('wrong-signature')
    countLocallyOrRefuse(services, countsOf(services, 'forgeWebhook', networkSubject(network)))
    throw new HttpError(400, 'The signature of this webhook is wrong.')
  }
  if (event.kind === 'unknown') {
    note('ignored')
    log.info('A webhook was ignored', { event: event.name })
    return
  }
  const eventId = event.id && event.id.length <= longestEventId ? event.id : null
  if (eventId && (await store.one('webhookEvents', { id: eventId }))) return note('repeated')
  if (event.kind === 'refund') note(await takeRefundEvent(services, event, eventId))
  else note(await takeSubscriptionEvent(services, event, eventId))
}

/** @returns the write that remembers an event. It conflicts for an event that is handled twice at the same time. */
const remembering = (id: string | null, receivedAt: Date): Write[] =>
  id === null ? [] : [add('webhookEvents', { id, receivedAt })]

const isRemembered = async (read: Reading, id: string | null) =>
  id !== null && (await read.one('webhookEvents', { id })) !== null

type SubscriptionEvent = Extract<WebhookEvent, { kind: 'subscription' }>

/** @returns the entries for an event itself. Its effects have entries of their own. */
async function entriesOf(
  read: Reading,
  { name, payment }: SubscriptionEvent,
  subscription: Subscription,
  at: Date,
): Promise<Entry[]> {
  const provider = byProvider('webhook')
  const { id: subscriptionId, organisationId } = subscription
  const facts = { subscriptionId, paymentId: payment?.id ?? null }
  const entries = [
    entryOf(at, organisationId, provider, 'webhook', {
      ...facts,
      audience: 'operator',
      details: { reason: name.slice(0, longestEventId) },
    }),
  ]
  if (payment) {
    const author = await authorOfPayment(read, subscription, payment.takenAt, provider)
    entries.push(paymentTaken(payment.takenAt ?? at, author, subscription, payment.id))
  }
  return entries
}

async function takeSubscriptionEvent(
  services: Services,
  event: SubscriptionEvent,
  eventId: string | null,
): Promise<WebhookOutcome> {
  const { name, at, subscription: state, payment } = event
  const { store, log } = services
  const subscription = await store.one('subscriptions', { id: state.id })
  if (!subscription) {
    log.info('A webhook about an unknown subscription was ignored', { subscriptionId: state.id })
    return 'ignored'
  }
  const update = { subscription: state, payments: payment ? [payment] : [], at }
  await applyProviderUpdate(services, subscription, update, 'webhook', {
    isKnown: (read) => isRemembered(read, eventId),
    news: async (read, stored, now) => ({
      writes: [...wakingReceipts([stored.id], now.ours), ...remembering(eventId, now.ours)],
      entries: await entriesOf(read, event, stored, now.ours),
    }),
  })
  services.work.wake()
  if (name === 'subscription.halted') {
    log.error('The provider has given up charging for a subscription', {
      subscriptionId: state.id,
    })
  }
  return 'taken'
}

/**
 * Handles an event about a refund. The refund job asks the provider for the outcome, because a refund may fail after it was
 * processed (D69).
 * @returns `taken` if Orglens has begun the refund and doesn't know this outcome, or if the payment has a receipt or, of a
 *   deleted organisation, tax documents.
 */
async function takeRefundEvent(
  services: Services,
  { paymentId, refund }: Extract<WebhookEvent, { kind: 'refund' }>,
  eventId: string | null,
): Promise<WebhookOutcome> {
  const { clock, log, work } = services
  const states = refund.status === 'failed' ? (['owed', 'done'] as const) : (['owed'] as const)
  const now = clock()
  const reopened = await reopenRefund(
    services,
    { paymentId, refundId: refund.id },
    states,
    ({ id: subscriptionId, organisationId, plan }) =>
      entryOf(now, organisationId, byProvider('webhook'), 'refund-reopened', {
        audience: 'operator',
        subscriptionId,
        paymentId,
        details: { plan: plan.name },
      }),
    {
      isKnown: (read) => isRemembered(read, eventId),
      writes: remembering(eventId, now),
    },
  )
  if (!reopened) return 'repeated'
  const { isOurs, hasReceipt } = reopened
  const isCredited =
    !hasReceipt && refund.status === 'processed' && (await creditLateRefund(services, paymentId))
  if (isOurs || hasReceipt || isCredited) {
    work.wake()
    return 'taken'
  }
  log.info('A webhook about a refund was ignored', { paymentId, refundId: refund.id })
  return 'ignored'
}

/** The path to which the provider sends its events. It isn't a call of the contract, because no client calls it. */
export const webhookPath = '/api/payments/webhook/'

/** Answers a request to the webhook. @throws HttpError 400 for a wrong signature, 429 after too many of these. */
export async function answerWebhook(
  context: Context<HostEnvironment>,
  services: Services,
): Promise<Response> {
  const logFields: LogFields = context.env?.logFields ?? {}
  logFields.call = 'webhook'
  const network = networkOf(context.env?.clientAddress)
  const { headers } = context.req.raw
  await takeWebhook(services, await readText(context), headers, network, (outcome) => {
    logFields.outcome = outcome
  })
  return context.json({})
}
