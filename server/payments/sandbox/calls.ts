import type { Context } from 'hono'
import * as v from 'valibot'
import { providerId } from '../../../contract/billing'
import { HttpError } from '../../api/http-error'
import { PaymentsError, type SandboxCheckout } from '../../api/payments'
import { readBody } from '../../api/read-body'
import type { Services } from '../../api/services'
import { findPlan } from '../../plans/plans'

const payRequest = v.object({
  subscription_id: providerId,
  /** `failing`: later charges fail. */
  card: v.optional(v.picklist(['good', 'failing'])),
  /** Changes the card for future charges, instead of paying. */
  card_change: v.optional(v.boolean()),
})

const refundRequest = v.object({
  payment_id: providerId,
  /** In the currency's smallest unit. */
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})

/**
 * Answers with a subscription's price in minor units, for the sandbox's checkout, and whether a new card pays it at once.
 * @throws HttpError 404 for an unknown subscription.
 */
export async function priceInSandbox(context: Context, services: Services): Promise<Response> {
  const id = context.req.query('subscription_id')
  const bill = v.is(providerId, id) ? await requireSandbox(services).billOf(id) : null
  const found = bill && findPlan(services.plans, bill.planId)
  if (!found) throw new HttpError(404, 'The sandbox has no such subscription.')
  const { plan, currency } = found
  return context.json({
    amount: plan.prices[currency]?.amount,
    currency,
    interval: plan.interval,
    is_pending: bill.isPending,
  })
}

/**
 * Pays a subscription or, with `card_change`, changes its card.
 * @throws HttpError 404 for an unknown subscription, 409 for one that has ended.
 */
export async function payInSandbox(context: Context, services: Services): Promise<Response> {
  const sandbox = requireSandbox(services)
  const { subscription_id, card, card_change } = v.parse(
    payRequest,
    await readBody(context, payRequest),
  )
  const payment = card_change
    ? await sandbox.changeCard(subscription_id, card)
    : await sandbox.pay(subscription_id, card)
  if (payment === 'no-such-subscription') {
    throw new HttpError(404, 'The sandbox has no such subscription.')
  }
  if (payment === 'ended') throw new HttpError(409, 'This subscription has ended.')
  return context.json({
    razorpay_payment_id: payment.paymentId,
    razorpay_subscription_id: payment.subscriptionId,
    razorpay_signature: payment.signature,
  })
}

/**
 * Refunds part of a payment, as the seller may do at the provider.
 * @throws HttpError 404 for an unknown payment.
 */
export async function refundInSandbox(context: Context, services: Services): Promise<Response> {
  const sandbox = requireSandbox(services)
  const { payment_id, amount } = v.parse(refundRequest, await readBody(context, refundRequest))
  try {
    await sandbox.refund(payment_id, amount)
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    throw new HttpError(404, 'The sandbox has no such payment.')
  }
  return context.body(null, 204)
}

function requireSandbox({ payments }: Services): SandboxCheckout {
  if (!payments.sandbox) throw new HttpError(404, 'There is nothing at this address.')
  return payments.sandbox
}
