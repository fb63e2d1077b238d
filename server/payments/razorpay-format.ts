import * as v from 'valibot'
import type { ProviderPayment, ProviderSubscription, SignedPayment, WebhookEvent } from './payments'
import { isSignatureOf, sign } from './signatures'

/*
 * How Razorpay writes things; the sandbox writes them in the same way.
 * Sources: https://razorpay.com/docs/api/payments/subscriptions/ and
 * https://razorpay.com/docs/webhooks/subscriptions/
 */

/** In seconds since 1970. */
const instant = v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(100_000_000_000)), null)

const subscription = v.object({
  id: v.string(),
  status: v.string(),
  /** When it was first paid, where it starts at once; the same ever after. */
  start_at: instant,
  ended_at: instant,
  paid_count: v.optional(v.number(), 0),
})

const payment = v.object({ id: v.string(), status: v.string(), created_at: instant })

const event = v.object({
  event: v.string(),
  payload: v.object({
    subscription: v.object({ entity: subscription }),
    // There where a payment was tried. One that makes no sense to us is found by asking.
    payment: v.fallback(v.nullish(v.object({ entity: payment }), null), null),
  }),
})

/** Of each charge of a subscription there is an invoice, which names its payment. */
const invoices = v.object({
  items: v.array(v.object({ payment_id: v.nullish(v.string(), null), paid_at: instant })),
})

const unpaidStatuses = ['created']
/** Renewals that fail make it pending, then halted: the provider may still be paid for them. */
const paidStatuses = ['authenticated', 'active', 'pending', 'halted', 'paused']
const endedStatuses = ['cancelled', 'completed', 'expired']

function statusOf(status: string): ProviderSubscription['status'] | null {
  if (unpaidStatuses.includes(status)) return 'unpaid'
  if (paidStatuses.includes(status)) return 'paid'
  return endedStatuses.includes(status) ? 'ended' : null
}

/** @returns what a subscription's JSON says, or null where it makes no sense to us. */
export function readSubscription(json: unknown): ProviderSubscription | null {
  const result = v.safeParse(subscription, json)
  return result.success ? providerSubscriptionOf(result.output) : null
}

function providerSubscriptionOf(
  entity: v.InferOutput<typeof subscription>,
): ProviderSubscription | null {
  const status = statusOf(entity.status)
  if (!status) return null
  const wasPaid = status === 'paid' || (status === 'ended' && entity.paid_count > 0)
  return {
    id: entity.id,
    status,
    wasPaid,
    paidAt: wasPaid ? dateOf(entity.start_at) : null,
    endedAt: status === 'ended' ? dateOf(entity.ended_at) : null,
  }
}

/** @returns the payments that a page of invoices names, and how many invoices it holds; or null. */
export function readInvoices(json: unknown): { payments: ProviderPayment[]; count: number } | null {
  const result = v.safeParse(invoices, json)
  if (!result.success) return null
  const { items } = result.output
  return {
    payments: items.flatMap(({ payment_id: id, paid_at }) =>
      id && paid_at !== null ? [{ id, takenAt: dateOf(paid_at) }] : [],
    ),
    count: items.length,
  }
}

/** Whether JSON says that a payment is given back, or is about to be. */
export function isRefundOf(json: unknown, paymentId: string): boolean {
  const result = v.safeParse(v.object({ payment_id: v.string(), status: v.string() }), json)
  return (
    result.success && result.output.payment_id === paymentId && result.output.status !== 'failed'
  )
}

/** @returns the status of a payment's JSON, or null where it is about another one or none. */
export function readPaymentStatus(json: unknown, id: string): string | null {
  const result = v.safeParse(payment, json)
  return result.success && result.output.id === id ? result.output.status : null
}

function dateOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000)
}

/** What is signed of a payment. In this order: that of one-off payments is another. */
function signedText({ paymentId, subscriptionId }: Omit<SignedPayment, 'signature'>): string {
  return `${paymentId}|${subscriptionId}`
}

/** @returns the signature that proves a payment. */
export async function signPayment(
  payment: Omit<SignedPayment, 'signature'>,
  keySecret: string,
): Promise<string> {
  return await sign(signedText(payment), keySecret)
}

/** Whether a payment's signature was made with this secret. */
export async function isSignedPayment(payment: SignedPayment, keySecret: string): Promise<boolean> {
  return await isSignatureOf(signedText(payment), payment.signature, keySecret)
}

/** Reads a call to the webhook. @param body exactly as it was sent. */
export async function readWebhook(
  body: string,
  headers: Headers,
  webhookSecret: string,
): Promise<WebhookEvent> {
  const signature = headers.get('x-razorpay-signature') ?? ''
  if (!(await isSignatureOf(body, signature, webhookSecret))) return { kind: 'forged' }
  const json = parseJson(body)
  const result = v.safeParse(event, json)
  const read = result.success && providerSubscriptionOf(result.output.payload.subscription.entity)
  if (!result.success || !read || !result.output.event.startsWith('subscription.')) {
    return { kind: 'unknown', name: nameOf(json) }
  }
  return {
    kind: 'subscription',
    id: headers.get('x-razorpay-event-id'),
    name: result.output.event,
    subscription: read,
    payment: capturedPaymentOf(result.output.payload.payment?.entity),
  }
}

function capturedPaymentOf(entity: v.InferOutput<typeof payment> | undefined) {
  return entity?.status === 'captured'
    ? { id: entity.id, takenAt: dateOf(entity.created_at) }
    : null
}

function parseJson(text: string): unknown {
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
