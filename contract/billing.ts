import * as v from 'valibot'
import { isoDate, longest, textUpTo } from './text'

/** Currencies that plans are charged in (specification, section 9). */
export const currencies = ['USD', 'INR'] as const
export type Currency = (typeof currencies)[number]

const planFields = {
  name: v.string(),
  tag_line_for_plan: v.string(),
  /** In major units: 29 is $29 (D16). */
  amount_in_usd: v.pipe(v.number(), v.minValue(0)),
  /** In major units. Present if the plan is charged in INR to visitors of that currency (D16). */
  amount_in_inr: v.optional(v.pipe(v.number(), v.minValue(0))),
  interval: v.picklist(['monthly', 'yearly']),
  razorpay_plan_id: v.string(),
  /** The provider's INR plan, if there is one beside `razorpay_plan_id`. */
  razorpay_plan_id_inr: v.optional(v.string()),
}

/** A plan of the price list: its bullets are plain strings. */
const plan = v.object({ ...planFields, descriptions: v.array(v.string()) })
export type Plan = v.InferOutput<typeof plan>

/** What a plan is paid with. */
const paymentMethod = v.object({
  /** The provider's word: `card`, `upi`, `emandate`. */
  kind: v.string(),
  /** Of a card: 'Visa'. Null or left away, like the digits: it isn't told. */
  network: v.nullish(v.string()),
  last_digits: v.nullish(v.string()),
})

/**
 * How a plan's charges go. `pending`: the last one failed and is tried again. `halted`: it isn't tried any more.
 * `paused`: at the provider. `authorised`: nothing was charged yet.
 */
export const paymentStates = ['paid', 'pending', 'halted', 'paused', 'authorised'] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * A plan as the profile carries it: its bullets are objects (specification, section 3). What follows them is of
 * extension `billing-details`, for admins, as far as it is known (D81).
 */
export const subscribedPlan = v.object({
  ...planFields,
  descriptions: v.array(v.object({ point: v.string() })),
  /** The provider's id, by which its checkout changes the payment method. */
  subscription_id: v.optional(v.string()),
  /** When the current period began, and when the plan is charged next. */
  period_start: v.optional(isoDate),
  renews_at: v.optional(isoDate),
  /** It was stopped, or nothing can be charged: when it ends unless that changes. */
  ends_at: v.optional(isoDate),
  /** It was stopped: until when it can be kept. */
  can_be_kept_until: v.optional(isoDate),
  payment_state: v.optional(v.fallback(v.picklist(paymentStates), 'paid')),
  /** Of a failed payment: when it was due, and until when it is tried again. */
  failed_at: v.optional(isoDate),
  tried_until: v.optional(isoDate),
  payment_method: v.optional(paymentMethod),
})
export type SubscribedPlan = v.InferOutput<typeof subscribedPlan>

export const pricingResponse = v.object({ all_pricing: v.array(plan) })

/** An id or a signature of the payment provider. */
export const providerId = textUpTo(longest.providerId)

export const createSubscriptionRequest = v.object({ plan_id: providerId })
export const createSubscriptionResponse = v.object({
  subscription_id: v.pipe(v.string(), v.minLength(1)),
})

export const verifySubscriptionRequest = v.object({
  subscription_id: providerId,
  razorpay_payment_id: providerId,
  razorpay_signature: providerId,
})

const subscriptionActivityRow = v.object({
  plan_name: v.string(),
  status: v.boolean(),
  upgrade_status: v.boolean(),
  start_date: isoDate,
  end_date: v.nullish(isoDate, null),
})
export type SubscriptionActivityRow = v.InferOutput<typeof subscriptionActivityRow>

export const subscriptionActivityResponse = v.object({ data: v.array(subscriptionActivityRow) })
