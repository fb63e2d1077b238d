import * as v from 'valibot'
import type {
  Charges,
  PaymentMethod,
  ProviderPayment,
  ProviderRefund,
  ProviderSubscription,
  SignedPayment,
  WebhookEvent,
} from '../api/payments'
import { isSignatureOf, sign } from './signatures'

/*
 * Razorpay's formats. The sandbox uses them, too. Sources:
 * https://razorpay.com/docs/api/payments/subscriptions/ and
 * https://razorpay.com/docs/webhooks/subscriptions/
 */

/** A time in seconds since 1970. */
export const instant = v.nullish(
  v.pipe(v.number(), v.minValue(0), v.maxValue(100_000_000_000)),
  null,
)

/** An amount in the currency's smallest unit. */
const amountOrNull = v.fallback(v.nullish(v.pipe(v.number(), v.safeInteger()), null), null)

const subscription = v.object({
  id: v.string(),
  status: v.string(),
  /** The time of the first payment, because our subscriptions start at once. It never changes. */
  start_at: instant,
  ended_at: instant,
  paid_count: v.optional(v.number(), 0),
  /** The last charged period. */
  current_start: v.fallback(instant, null),
  current_end: v.fallback(instant, null),
  charge_at: v.fallback(instant, null),
  remaining_count: v.fallback(v.nullish(v.number(), null), null),
  payment_method: v.fallback(v.nullish(v.string(), null), null),
})

const payment = v.object({
  id: v.string(),
  status: v.string(),
  created_at: instant,
  amount: amountOrNull,
  method: v.fallback(v.nullish(v.string(), null), null),
  card: v.fallback(v.nullish(v.object({ network: v.string(), last4: v.string() }), null), null),
})

const refund = v.object({
  id: v.string(),
  payment_id: v.string(),
  status: v.picklist(['pending', 'processed', 'failed']),
  amount: amountOrNull,
})

const refundEvent = v.object({
  event: v.picklist(['refund.processed', 'refund.failed']),
  payload: v.object({ refund: v.object({ entity: refund }) }),
})

const event = v.object({
  event: v.string(),
  /** The time of the event and of its contents. */
  created_at: v.fallback(instant, null),
  payload: v.object({
    subscription: v.object({ entity: subscription }),
    // Present if a payment was attempted. If it is malformed, polling finds the payment.
    payment: v.fallback(v.nullish(v.object({ entity: payment }), null), null),
  }),
})

/** A subscription's invoices. Each charge has one, with the id of its payment. */
const invoices = v.object({
  items: v.array(
    v.object({
      payment_id: v.nullish(v.string(), null),
      paid_at: instant,
      billing_start: v.fallback(instant, null),
      amount_paid: amountOrNull,
    }),
  ),
})

const unpaidStatuses = ['created']
/** A failed renewal makes a subscription `pending`, then `halted`. It may still be paid. */
const paidStatuses = ['authenticated', 'active', 'pending', 'halted', 'paused']
const endedStatuses = ['cancelled', 'completed', 'expired']

function statusOf(status: string): ProviderSubscription['status'] | null {
  if (unpaidStatuses.includes(status)) return 'unpaid'
  if (paidStatuses.includes(status)) return 'paid'
  return endedStatuses.includes(status) ? 'ended' : null
}

/**
 * Reads a subscription.
 * @param asOf the time of the report, by the provider's clock; null: unknown.
 * @returns null for malformed JSON.
 */
export function readSubscription(json: unknown, asOf: Date | null): ProviderSubscription | null {
  const result = v.safeParse(subscription, json)
  return result.success ? providerSubscriptionOf(result.output, asOf) : null
}

function providerSubscriptionOf(
  entity: v.InferOutput<typeof subscription>,
  asOf: Date | null,
  method: PaymentMethod | null = null,
): ProviderSubscription | null {
  const status = statusOf(entity.status)
  if (!status) return null
  // The first payment may not be counted yet.
  const paidCount = status === 'unpaid' ? 0 : Math.max(entity.paid_count, status === 'paid' ? 1 : 0)
  return {
    id: entity.id,
    status,
    paidCount,
    paidAt: paidCount > 0 ? dateOf(entity.start_at) : null,
    endedAt: status === 'ended' ? dateOf(entity.ended_at) : null,
    charges: asOf && chargesOf(entity, asOf, method),
  }
}

const states: Record<string, Charges['state']> = {
  authenticated: 'authorised',
  active: 'paid',
  pending: 'pending',
  halted: 'halted',
  paused: 'paused',
}

/** @returns the charges of an ongoing subscription; null if it isn't ongoing. */
function chargesOf(
  entity: v.InferOutput<typeof subscription>,
  asOf: Date,
  method: PaymentMethod | null,
): Charges | null {
  const { status, paid_count, payment_method: kind } = entity
  const state = status === 'authenticated' && paid_count > 0 ? 'paid' : states[status]
  if (!state) return null
  return {
    asOf,
    state,
    periodStart: dateOf(entity.current_start),
    periodEnd: dateOf(entity.current_end),
    // Razorpay names a date after the last charge, too.
    nextChargeAt: entity.remaining_count === 0 ? null : dateOf(entity.charge_at),
    method: method ?? (kind ? { kind, network: null, lastDigits: null } : null),
    paidCount: paid_count,
  }
}

/** @returns the method of a payment, as far as it is known. */
function methodOf(entity: v.InferOutput<typeof payment> | undefined): PaymentMethod | null {
  if (!entity?.method) return null
  const { method: kind, card } = entity
  return { kind, network: card?.network ?? null, lastDigits: card?.last4 ?? null }
}

/** Reads a page of invoices. @returns their payments, and the number of invoices; null for malformed JSON. */
export function readInvoices(json: unknown): { payments: ProviderPayment[]; count: number } | null {
  const result = v.safeParse(invoices, json)
  if (!result.success) return null
  const { items } = result.output
  return {
    payments: items.flatMap(({ payment_id: id, paid_at, billing_start, amount_paid: amount }) =>
      id && paid_at !== null
        ? [{ id, takenAt: dateOf(paid_at), periodStart: dateOf(billing_start), amount }]
        : [],
    ),
    count: items.length,
  }
}

/**
 * Reads a refund.
 * @param expected the refund's id, or its payment's.
 * @returns null for malformed JSON or another refund.
 */
export function readRefund(
  json: unknown,
  expected: { id: string } | { paymentId: string },
): ProviderRefund | null {
  const result = v.safeParse(refund, json)
  if (!result.success) return null
  const { id, payment_id, status, amount } = result.output
  const isExpected = 'id' in expected ? expected.id === id : expected.paymentId === payment_id
  return isExpected ? { id, status, amount } : null
}

/** Reads the list of a payment's refunds. @returns null for malformed JSON. */
export function readRefunds(json: unknown, paymentId: string): ProviderRefund[] | null {
  const result = v.safeParse(v.object({ items: v.array(v.unknown()) }), json)
  if (!result.success) return null
  return result.output.items.flatMap((item) => readRefund(item, { paymentId }) ?? [])
}

/** Reads the status of a payment. @returns null for malformed JSON or another payment. */
export function readPaymentStatus(json: unknown, id: string): string | null {
  const result = v.safeParse(payment, json)
  return result.success && result.output.id === id ? result.output.status : null
}

export function dateOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000)
}

/** @returns the text that the signature of a payment covers. For one-off payments it would differ. */
function signedText({ paymentId, subscriptionId }: Omit<SignedPayment, 'signature'>): string {
  return `${paymentId}|${subscriptionId}`
}

/** Signs the proof of a payment. */
export async function signPayment(
  payment: Omit<SignedPayment, 'signature'>,
  keySecret: string,
): Promise<string> {
  return await sign(signedText(payment), keySecret)
}

/** Whether the proof of a payment was signed with this secret. */
export async function isSignedPayment(payment: SignedPayment, keySecret: string): Promise<boolean> {
  return await isSignatureOf(signedText(payment), payment.signature, keySecret)
}

/**
 * Reads a call to the webhook.
 * @param body exactly as it was sent.
 * @param webhookSecrets the secrets, one of which must have signed it.
 */
export async function readWebhook(
  body: string,
  headers: Headers,
  webhookSecrets: readonly string[],
): Promise<WebhookEvent> {
  const signature = headers.get('x-razorpay-signature') ?? ''
  const checks = webhookSecrets.map((secret) => isSignatureOf(body, signature, secret))
  if (!(await Promise.all(checks)).includes(true)) return { kind: 'forged' }
  const json = parseJson(body)
  const id = headers.get('x-razorpay-event-id')
  const parsedRefund = v.safeParse(refundEvent, json)
  if (parsedRefund.success) {
    const { id: refundId, payment_id, status, amount } = parsedRefund.output.payload.refund.entity
    return { kind: 'refund', id, paymentId: payment_id, refund: { id: refundId, status, amount } }
  }
  const result = v.safeParse(event, json)
  const read = result.success && subscriptionOfEvent(result.output)
  if (!result.success || !read || !result.output.event.startsWith('subscription.')) {
    return { kind: 'unknown', name: nameOf(json) }
  }
  return {
    kind: 'subscription',
    id,
    name: result.output.event,
    at: dateOf(result.output.created_at),
    subscription: read,
    payment: capturedPaymentOf(result.output.payload.payment?.entity),
  }
}

function subscriptionOfEvent({ created_at, payload }: v.InferOutput<typeof event>) {
  const payment = payload.payment?.entity
  const method = payment?.status === 'captured' ? methodOf(payment) : null
  // The end of the second: an answer to a request within the same second may be older than the event.
  const asOf = created_at === null ? null : new Date(created_at * 1000 + 999)
  return providerSubscriptionOf(payload.subscription.entity, asOf, method)
}

function capturedPaymentOf(entity: v.InferOutput<typeof payment> | undefined) {
  return entity?.status === 'captured'
    ? { id: entity.id, takenAt: dateOf(entity.created_at), amount: entity.amount }
    : null
}

/** @returns the value; null for a text that isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function nameOf(json: unknown): string {
  const result = v.safeParse(v.object({ event: v.string() }), json)
  return result.success ? result.output.event : 'without a name'
}
