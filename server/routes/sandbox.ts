import type { Context } from 'hono'
import * as v from 'valibot'
import { providerId } from '../../contract/billing'
import { HttpError } from '../http-error'
import type { SandboxCheckout } from '../payments/payments'
import { findPlan } from '../plans/plans'
import { readBody } from '../read-body'
import type { Services } from '../services'

const payRequest = v.object({ subscription_id: providerId })

/**
 * @returns a subscription's price in minor units, for the sandbox's checkout.
 * @throws HttpError 404 for an unknown subscription.
 */
export async function priceInSandbox(context: Context, services: Services): Promise<Response> {
  const id = context.req.query('subscription_id')
  const planId = v.is(providerId, id) ? await requireSandbox(services).planOf(id) : null
  const found = planId && findPlan(services.plans, planId)
  if (!found) throw new HttpError(404, 'The sandbox has no such subscription.')
  const { plan, currency } = found
  return context.json({ amount: plan.prices[currency]?.amount, currency, interval: plan.interval })
}

/**
 * Pays a subscription without a card.
 * @throws HttpError 404 for an unknown subscription, 409 for one that has ended.
 */
export async function payInSandbox(context: Context, services: Services): Promise<Response> {
  const sandbox = requireSandbox(services)
  const { subscription_id } = v.parse(payRequest, await readBody(context, payRequest))
  const payment = await sandbox.pay(subscription_id)
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

function requireSandbox({ payments }: Services): SandboxCheckout {
  if (!payments.sandbox) throw new HttpError(404, 'There is nothing at this address.')
  return payments.sandbox
}
