import * as v from 'valibot'
import type { PaymentDetails, ProviderInvoice } from '../api/payments'
import { dateOf, instant } from './razorpay-format'

/*
 * Razorpay's formats of invoices and payments, for receipts. Sources:
 * https://razorpay.com/docs/api/payments/subscriptions/fetch-invoices/ and
 * https://razorpay.com/docs/api/payments/fetch-with-id/
 */

const textOrNull = v.fallback(v.nullish(v.string(), null), null)
/** An amount in the currency's smallest unit. */
const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const amountOrNull = v.fallback(v.nullish(amount, null), null)

const invoice = v.object({
  id: v.string(),
  status: v.string(),
  invoice_number: textOrNull,
  payment_id: v.nullish(v.string(), null),
  issued_at: instant,
  created_at: instant,
  paid_at: instant,
  billing_start: instant,
  billing_end: instant,
  amount: v.nullish(amount, null),
  amount_paid: amountOrNull,
  currency: v.nullish(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)), null),
  short_url: v.fallback(v.nullish(v.pipe(v.string(), v.regex(/^https:\/\//)), null), null),
})

/** The states of invoices that needn't be paid: `draft` isn't issued yet, and the others were withdrawn. */
const goneStatuses = ['draft', 'cancelled', 'deleted']

/** Reads a page of invoices. @returns null if one of them is malformed, because none may be missed. */
export function readInvoicePage(json: unknown): ProviderInvoice[] | null {
  const result = v.safeParse(v.object({ items: v.array(invoice) }), json)
  if (!result.success) return null
  const read = result.output.items.map(invoiceOf)
  return read.includes(null) ? null : read.filter((entry) => entry !== null)
}

function invoiceOf(entity: v.InferOutput<typeof invoice>): ProviderInvoice | null {
  const isPaid = entity.payment_id !== null && entity.paid_at !== null
  const issuedAt = entity.issued_at ?? entity.created_at ?? entity.paid_at
  const due = isPaid ? (entity.amount_paid ?? entity.amount) : entity.amount
  // A full discount leaves nothing to pay.
  const isGone = !isPaid && (goneStatuses.includes(entity.status) || due === 0)
  if (!isGone && (due === null || entity.currency === null || issuedAt === null)) return null
  return {
    id: entity.id,
    number: entity.invoice_number,
    paymentId: isPaid ? entity.payment_id : null,
    issuedAt: dateOf(issuedAt) ?? new Date(0),
    paidAt: isPaid ? dateOf(entity.paid_at) : null,
    periodStart: dateOf(entity.billing_start),
    periodEnd: dateOf(entity.billing_end),
    amount: due ?? 0,
    currency: entity.currency ?? '',
    url: entity.short_url,
    isGone,
  }
}

const payment = v.object({
  id: v.string(),
  amount_refunded: v.nullish(amount, null),
  created_at: v.fallback(instant, null),
  method: textOrNull,
  card: v.fallback(v.nullish(v.object({ network: textOrNull, last4: textOrNull }), null), null),
})

/**
 * Reads the report on a payment. Its `refundedAmount` contains pending refunds.
 * @returns null if it is another payment or none.
 */
export function readPaymentDetails(json: unknown, id: string): PaymentDetails | null {
  const result = v.safeParse(payment, json)
  if (!result.success || result.output.id !== id) return null
  const { amount_refunded, created_at, method: kind, card } = result.output
  return {
    refundedAmount: amount_refunded ?? 0,
    madeAt: dateOf(created_at),
    method: kind ? { kind, network: card?.network ?? null, lastDigits: card?.last4 ?? null } : null,
  }
}
