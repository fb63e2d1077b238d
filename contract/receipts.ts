import * as v from 'valibot'
import { type Endpoint, type Examples, forAdmins } from './endpoint'
import { isoDate } from './text'

/*
 * An organisation's payments, for its admins.
 */

const receipt = v.object({
  /** The provider's id of the invoice. */
  receipt_id: v.string(),
  /** When it was paid or, if it wasn't, issued. */
  taken_at: isoDate,
  /** The organisation's name when the receipt came; null: unknown. */
  organization_name: v.nullish(v.string()),
  plan_name: v.string(),
  /** The first instant of its period, and the first after it; null: unknown. */
  period_start: v.nullish(isoDate, null),
  period_end: v.nullish(isoDate, null),
  /** In the currency's smallest unit: 2900 is $29, and ¥2,900. */
  amount: v.number(),
  /** The refunded amount, likewise. */
  refunded_amount: v.number(),
  /** ISO 4217. */
  currency: v.string(),
  /** `unpaid`: no payment was received. `refunded`: in full or in part. */
  state: v.picklist(['paid', 'unpaid', 'refunded']),
  /** Of an unpaid one: whether it may still be charged by itself (D111). Absent: unknown. */
  is_due: v.optional(v.boolean()),
  /** The number of the provider's invoice. */
  number: v.nullish(v.string(), null),
  /** The provider's id of the payment. */
  payment_id: v.nullish(v.string(), null),
  /** The provider's page of it. */
  url: v.nullish(v.string(), null),
  /** The payment method, as far as known. */
  payment_method: v.nullish(
    v.object({
      /** The provider's term: `card`, `upi`, `emandate`. */
      kind: v.string(),
      /** Of a card: 'Visa'. */
      network: v.nullish(v.string()),
      last_digits: v.nullish(v.string()),
    }),
    null,
  ),
})
export type Receipt = v.InferOutput<typeof receipt>

/** The latest first. */
const receiptsResponse = v.object({
  data: v.array(receipt),
  /** The seller's name and address, as lines. Null: receipts have no page of ours, only the provider's. */
  seller: v.nullish(v.string(), null),
})
export type Receipts = v.InferOutput<typeof receiptsResponse>

export const receiptCalls = {
  getReceipts: {
    isOurs: true,
    method: 'GET',
    path: '/api/receipts/',
    request: null,
    response: receiptsResponse,
    ...forAdmins,
  },
} as const satisfies Record<string, Endpoint>

export const receiptExamples: Examples<typeof receiptCalls> = {
  getReceipts: {
    summary: 'What was paid, the latest first',
    request: undefined,
    answer: {
      data: [
        {
          receipt_id: 'inv_00000000000001',
          taken_at: '2026-10-14T08:00:00.000Z',
          organization_name: 'Acme Analytics',
          plan_name: 'Growth',
          period_start: '2026-10-14T08:00:00.000Z',
          period_end: '2026-11-14T08:00:00.000Z',
          amount: 9900,
          refunded_amount: 0,
          currency: 'USD',
          state: 'paid',
          number: 'R-0001',
          payment_id: 'pay_00000000000001',
          url: 'https://rzp.io/i/example',
          payment_method: { kind: 'card', network: 'Visa', last_digits: '4242' },
        },
      ],
      seller: 'Orglens Ltd\n1 Example Street, Berlin',
    },
  },
}
