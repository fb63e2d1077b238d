import * as v from 'valibot'
import { isoDate } from './text'

/*
 * Extension `billing-details`: what an organisation has paid, for its admins.
 */

const receipt = v.object({
  /** The provider's id of the invoice. */
  receipt_id: v.string(),
  /** When it was paid; of one that wasn't, when it was issued. */
  taken_at: isoDate,
  plan_name: v.string(),
  /** The first instant of the period that it is for, and the first after it; null: not known. */
  period_start: v.nullish(isoDate, null),
  period_end: v.nullish(isoDate, null),
  /** In the currency's smallest unit: 2900 is $29, and ¥2,900. */
  amount: v.number(),
  /** How much of it was given back, likewise. */
  refunded_amount: v.number(),
  /** ISO 4217. */
  currency: v.string(),
  /** `unpaid`: nothing was received. `refunded`: all of it was given back, or a part. */
  state: v.picklist(['paid', 'unpaid', 'refunded']),
  /** The number of the provider's invoice. */
  number: v.nullish(v.string(), null),
  /** By which it was paid: the provider's id. */
  payment_id: v.nullish(v.string(), null),
  /** The provider's own page of it. */
  url: v.nullish(v.string(), null),
  /** What it was paid with, as far as that is told. */
  payment_method: v.nullish(
    v.object({
      /** The provider's word: `card`, `upi`, `emandate`. */
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
export const receiptsResponse = v.object({
  data: v.array(receipt),
  /** Who sells: name and address, a line each. Null: receipts have no page of ours, only the provider's. */
  seller: v.nullish(v.string(), null),
})
export type Receipts = v.InferOutput<typeof receiptsResponse>
