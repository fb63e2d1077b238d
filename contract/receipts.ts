import * as v from 'valibot'
import { buyer, buyerExample } from './buyer'
import { type Endpoint, type Examples, forAdmins } from './endpoint'
import { isoDate, longest, textUpTo } from './text'

/*
 * An organisation's payments, for its admins.
 */

/** A part of the tax that a price contains. */
const taxPart = v.object({
  /** 'CGST', 'SGST', 'UTGST', 'IGST'. */
  name: v.string(),
  /** Per cent: 9, 2.5. */
  rate: v.number(),
  /** In the currency's smallest unit. */
  amount: v.number(),
})
export type TaxPart = v.InferOutput<typeof taxPart>

/** A tax invoice or credit note as it was issued. It never changes. */
const taxDocument = v.object({
  kind: v.picklist(['invoice', 'credit-note']),
  number: v.string(),
  issued_at: isoDate,
  /** For a credit note: the number and day of its invoice. */
  for_number: v.nullish(v.string(), null),
  for_issued_at: v.nullish(isoDate, null),
  /**
   * The occasion of the document. `refund`: a credit note for a refund. `correction`: a credit note and its new
   * invoice. Null: a payment.
   */
  reason: v.nullish(v.picklist(['refund', 'correction']), null),
  seller: v.object({
    legal_name: v.string(),
    lines: v.array(v.string()),
    tax_id: v.string(),
  }),
  /** Null: only the organisation's name was known. */
  billed_to: v.nullish(buyer, null),
  organization_name: v.nullish(v.string(), null),
  /** The amount including tax, in the currency's smallest unit. In a credit note, the amount given back. */
  amount: v.number(),
  taxable_amount: v.number(),
  /** The parts of the tax. With the taxable amount they add up to the amount. */
  tax: v.array(taxPart),
  /** The code of the service (SAC). */
  tax_code: v.string(),
  quantity: v.number(),
  /** A state with its code, 'Karnataka (29)', or a country. */
  place_of_supply: v.string(),
  /** The operator's texts: a note on exports, and one at the foot of the document. */
  export_note: v.nullish(v.string(), null),
  footnote: v.nullish(v.string(), null),
})
export type TaxDocument = v.InferOutput<typeof taxDocument>

const receipt = v.object({
  /** The provider's id of the invoice. */
  receipt_id: v.string(),
  /** When it was paid or, if it wasn't, issued. */
  taken_at: isoDate,
  /** The organisation's name when the receipt came; null: unknown. */
  organization_name: v.nullish(v.string()),
  plan_name: v.string(),
  /** The start of the paid period, and the first instant after it; null: unknown. */
  period_start: v.nullish(isoDate, null),
  period_end: v.nullish(isoDate, null),
  /** In the currency's smallest unit: 2900 is $29, and ¥2,900. */
  amount: v.number(),
  /** The refunded amount, in the currency's smallest unit. */
  refunded_amount: v.number(),
  /** ISO 4217. */
  currency: v.string(),
  /** `unpaid`: no payment was received. `refunded`: in full or in part. */
  state: v.picklist(['paid', 'unpaid', 'refunded']),
  /** For an unpaid receipt: whether it may still be charged automatically (D111). Absent: unknown. */
  is_due: v.optional(v.boolean()),
  /** The number of the provider's invoice. */
  number: v.nullish(v.string(), null),
  /** The provider's id of the payment. */
  payment_id: v.nullish(v.string(), null),
  /** The provider's page about the payment. */
  url: v.nullish(v.string(), null),
  /** The payment method, as far as known. */
  payment_method: v.nullish(
    v.object({
      /** The provider's term: `card`, `upi`, `emandate`. */
      kind: v.string(),
      /** The card's network: 'Visa'. */
      network: v.nullish(v.string()),
      last_digits: v.nullish(v.string()),
    }),
    null,
  ),
  /** The buyer. Null: the organisation, by its name. */
  billed_to: v.nullish(buyer, null),
  /** The number of the valid tax invoice. Null, like the following: it is a receipt (D143). */
  invoice_number: v.nullish(v.string(), null),
  taxable_amount: v.nullish(v.number(), null),
  tax: v.nullish(v.array(taxPart), null),
  place_of_supply: v.nullish(v.string(), null),
  quantity: v.nullish(v.number(), null),
  credit_notes: v.optional(v.array(v.string()), []),
  /** All numbered documents, in the order of issue. */
  tax_documents: v.optional(v.array(taxDocument), []),
})
export type Receipt = v.InferOutput<typeof receipt>

/** Default values of a receipt without buyer and number. */
export const withoutInvoice = {
  billed_to: null,
  invoice_number: null,
  taxable_amount: null,
  tax: null,
  place_of_supply: null,
  quantity: null,
  credit_notes: [],
  tax_documents: [],
} satisfies Partial<Receipt>

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
  /** Downloads the PDF of a paid receipt, or of a document about it. */
  getPaper: {
    isOurs: true,
    method: 'POST',
    path: '/api/receipts/pdf/',
    request: v.object({
      receipt_id: textUpTo(longest.providerId),
      /** The number of a document. Absent: the valid invoice, else the receipt. */
      number: v.optional(textUpTo(longest.providerId)),
    }),
    response: v.object({
      /** The file's name without its extension. */
      name: v.string(),
      /** In base64. */
      pdf: v.string(),
    }),
    ...forAdmins,
  },
  /** Puts the current buyer on a receipt without a number. */
  billReceipt: {
    isOurs: true,
    method: 'POST',
    path: '/api/receipts/bill-to/',
    request: v.object({ receipt_id: textUpTo(longest.providerId) }),
    response: null,
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
          ...withoutInvoice,
          billed_to: buyerExample,
        },
      ],
      seller: 'Orglens Ltd\n1 Example Street, Berlin',
    },
  },
  getPaper: {
    summary: 'The PDF of a receipt, tax invoice or credit note',
    about: 'an id',
    refusals: [404],
    request: { receipt_id: 'unknown', number: 'OL/26-27/000042' },
  },
  billReceipt: {
    summary: 'Name the buyer on a receipt',
    about: 'an id',
    refusals: [404, 409],
    request: { receipt_id: 'unknown' },
  },
}
