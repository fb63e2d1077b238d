import * as v from 'valibot'
import { type Endpoint, type Examples, forAdmins, forAnybody } from './endpoint'
import { acknowledgement } from './error'
import { isoDate, longest, textUpTo } from './text'

/** Currencies that plans are charged in (specification, section 9). */
export const currencies = ['USD', 'INR'] as const
export type Currency = (typeof currencies)[number]

const planFields = {
  name: v.string(),
  tag_line_for_plan: v.string(),
  /** In major units: 29 is $29 (D16). */
  amount_in_usd: v.pipe(v.number(), v.minValue(0)),
  /** In major units. Present if the plan is charged in INR to visitors of that currency. */
  amount_in_inr: v.optional(v.pipe(v.number(), v.minValue(0))),
  interval: v.picklist(['monthly', 'yearly']),
  razorpay_plan_id: v.string(),
  /** The provider's INR plan, if there is one beside `razorpay_plan_id`. */
  razorpay_plan_id_inr: v.optional(v.string()),
}

/** The maximum number of people (including invited ones) and dashboards. Absent: unlimited. */
const limits = v.object({ members: v.optional(v.number()), dashboards: v.optional(v.number()) })
export type Limits = v.InferOutput<typeof limits>

/** A plan of the price list: its bullets are plain strings. */
const plan = v.object({
  ...planFields,
  descriptions: v.array(v.string()),
  /** Our own server only (D78); absent: unknown. */
  limits: v.optional(limits),
  /** Our own server only (D17). */
  is_recommended: v.optional(v.boolean()),
})
export type Plan = v.InferOutput<typeof plan>

const paymentMethod = v.object({
  /** The provider's term: `card`, `upi`, `emandate`. */
  kind: v.string(),
  /** The card's network: 'Visa'. Null or absent, like the digits: unknown. */
  network: v.nullish(v.string()),
  last_digits: v.nullish(v.string()),
})

/**
 * The state of a plan's charges. `pending`: the last one failed and is retried. `halted`: it isn't retried.
 * `paused`: at the provider. `authorised`: nothing has been charged yet.
 */
export const paymentStates = ['paid', 'pending', 'halted', 'paused', 'authorised'] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * A plan in the profile: its bullets are objects (specification, section 3). The further fields are our own
 * server's, for admins, as far as known (D81).
 */
export const subscribedPlan = v.object({
  ...planFields,
  descriptions: v.array(v.object({ point: v.string() })),
  /** The provider's id, with which its checkout changes the payment method. */
  subscription_id: v.optional(v.string()),
  /** The start of the current period, and the next charge. */
  period_start: v.optional(isoDate),
  renews_at: v.optional(isoDate),
  /** The plan's end, if it was stopped or can't be charged. */
  ends_at: v.optional(isoDate),
  /** The last moment at which a stopped plan can be kept. */
  can_be_kept_until: v.optional(isoDate),
  /** The last moment at which stopping the renewal can be undone. Absent: it can't be undone any more. */
  undo_until: v.optional(isoDate),
  payment_state: v.optional(v.fallback(v.picklist(paymentStates), 'paid')),
  /** For a failed payment: the due time, the next attempt, and the end of attempts. */
  failed_at: v.optional(isoDate),
  next_try_at: v.optional(isoDate),
  tried_until: v.optional(isoDate),
  /** The end of the paid period. Absent: nothing is paid, or it is unknown. */
  paid_until: v.optional(isoDate),
  /** The period that was never charged and won't be automatically (D111). */
  unpaid_from: v.optional(isoDate),
  unpaid_until: v.optional(isoDate),
  payment_method: v.optional(paymentMethod),
  /** The team's `member_id` of the person whose payment method is charged. */
  payer_id: v.optional(v.string()),
  /** Whether the caller is the payer, for members as well. */
  is_payer: v.optional(v.boolean()),
  /** The organisation's limits without a plan. */
  limits_without_plan: v.optional(limits),
})
export type SubscribedPlan = v.InferOutput<typeof subscribedPlan>

/** An id or a signature of the payment provider. */
export const providerId = textUpTo(longest.providerId)

/**
 * An action on the organisation's plan. Our own server refuses it with 409 if the named subscription isn't the plan any
 * more; without the field it means whichever plan there is.
 */
const planAction = {
  request: v.object({ subscription_id: v.optional(providerId) }),
  isBodyOptional: true,
} as const

/** Checkout's proof of a payment, or of a changed payment method. */
const proofRequest = v.object({
  subscription_id: providerId,
  razorpay_payment_id: providerId,
  razorpay_signature: providerId,
})

const subscriptionActivityRow = v.object({
  plan_name: v.string(),
  /** Our own server only. */
  interval: v.optional(v.picklist(['monthly', 'yearly'])),
  status: v.boolean(),
  upgrade_status: v.boolean(),
  start_date: isoDate,
  end_date: v.nullish(isoDate, null),
})
export type SubscriptionActivityRow = v.InferOutput<typeof subscriptionActivityRow>

export const billingCalls = {
  getPricing: {
    method: 'GET',
    path: '/api/pricing/',
    request: null,
    response: v.object({ all_pricing: v.array(plan) }),
    // The price list is public on our server (D7); another server may require a bearer.
    ...forAnybody,
    refreshesSession: true,
  },
  createSubscription: {
    method: 'POST',
    path: '/api/create-subscription/',
    request: v.object({
      plan_id: providerId,
      /** Our own server only: the subscription that this one would replace, null for none. Compared as in `planAction`. */
      replaced_subscription_id: v.optional(v.nullable(providerId)),
    }),
    response: v.object({ subscription_id: v.pipe(v.string(), v.minLength(1)) }),
    ...forAdmins,
  },
  verifySubscription: {
    method: 'POST',
    path: '/api/verify-subscription/',
    request: proofRequest,
    response: acknowledgement,
    ...forAdmins,
  },
  cancelSubscription: {
    method: 'POST',
    path: '/api/cancel-subscription/',
    ...planAction,
    response: acknowledgement,
    ...forAdmins,
  },
  getSubscriptionActivity: {
    method: 'GET',
    path: '/api/subscription-activity/',
    request: null,
    response: v.object({ data: v.array(subscriptionActivityRow) }),
    ...forAdmins,
  },
  /** Lets the plan end with its period. */
  stopRenewing: {
    isOurs: true,
    method: 'POST',
    path: '/api/stop-renewing/',
    ...planAction,
    response: null,
    ...forAdmins,
  },
  /** Undoes `stopRenewing`. */
  keepRenewing: {
    isOurs: true,
    method: 'POST',
    path: '/api/keep-renewing/',
    ...planAction,
    response: null,
    ...forAdmins,
  },
  /** Proves that the payment method was changed in checkout. The profile has the result. */
  changePaymentMethod: {
    isOurs: true,
    method: 'POST',
    path: '/api/payment-method/',
    request: proofRequest,
    response: null,
    ...forAdmins,
  },
  /** Checks the payment at the provider now. The profile has the result. */
  checkPayment: {
    isOurs: true,
    method: 'POST',
    path: '/api/check-payment/',
    ...planAction,
    response: null,
    ...forAdmins,
  },
} as const satisfies Record<string, Endpoint>

const named = { subscription_id: 'sub_00000000000001' }
const proof = {
  ...named,
  razorpay_payment_id: 'pay_00000000000001',
  razorpay_signature: 'hex digits',
}

export const billingExamples: Examples<typeof billingCalls> = {
  getPricing: {
    summary: 'The plans on offer',
    request: undefined,
    answer: {
      all_pricing: [
        {
          name: 'Starter',
          tag_line_for_plan: 'For teams finding their feet',
          amount_in_usd: 29,
          interval: 'monthly',
          razorpay_plan_id: 'plan_starter_monthly_usd',
          descriptions: ['1 dashboard', '10 team members'],
        },
      ],
    },
  },
  createSubscription: {
    summary: 'Open a checkout',
    about: 'a state',
    refusals: [409, 502],
    request: { plan_id: 'plan_starter_monthly_usd', replaced_subscription_id: null },
  },
  verifySubscription: {
    summary: 'Prove a payment',
    about: 'an id',
    refusals: [404, 409, 502],
    request: proof,
  },
  cancelSubscription: {
    summary: 'End the current plan',
    about: 'a state',
    refusals: [409, 502],
    request: named,
  },
  getSubscriptionActivity: {
    summary: 'All plans there were',
    request: undefined,
    answer: {
      data: [
        {
          plan_name: 'Starter',
          interval: 'monthly',
          status: true,
          upgrade_status: false,
          start_date: '2026-10-12T08:00:00.000Z',
          end_date: null,
        },
      ],
    },
  },
  stopRenewing: {
    summary: 'Let the current plan end with its period',
    about: 'a state',
    refusals: [409],
    request: named,
  },
  keepRenewing: {
    summary: 'Take that back',
    about: 'a state',
    refusals: [409],
    request: named,
  },
  checkPayment: {
    summary: 'Ask the payment provider about the current plan',
    about: 'a state',
    refusals: [409, 502],
    request: named,
  },
  changePaymentMethod: {
    summary: "Prove a change of the current plan's payment method",
    about: 'a state',
    refusals: [409],
    request: proof,
  },
}
