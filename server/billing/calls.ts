import type { Context } from 'hono'
import type { Handlers } from '../api/handler'
import type { HostEnvironment, LogFields } from '../api/host-environment'
import { networkOf } from '../api/networks'
import { readText } from '../api/read-body'
import type { Services } from '../api/services'
import { actingCaller, byUser } from '../people/author'
import { createSubscription, verifySubscription } from './checkout/subscribe'
import {
  changePaymentMethod,
  checkPayment,
  keepRenewing,
  stopRenewing,
} from './plan/billing-details'
import { listedPlanOf } from './plan/plans'
import { cancelSubscription, listActivity } from './subscriptions'
import { takeWebhook } from './webhook'

export const billingHandlers = {
  async getPricing({ services }) {
    return { all_pricing: services.plans.map(listedPlanOf) }
  },

  async createSubscription({ services, caller, network, body }) {
    const acting = actingCaller(caller, network)
    const { plan_id, replaced_subscription_id: replacedId } = body
    const id = await createSubscription(services, caller.organisation, acting, plan_id, replacedId)
    return { subscription_id: id }
  },

  async verifySubscription({ services, caller, network, body }) {
    await verifySubscription(services, caller.organisation, byUser(caller.user, network), {
      subscriptionId: body.subscription_id,
      paymentId: body.razorpay_payment_id,
      signature: body.razorpay_signature,
    })
    return { message: 'Subscription successfully activated.' }
  },

  async cancelSubscription({ services, caller, network, body }) {
    const acting = actingCaller(caller, network)
    await cancelSubscription(services, caller.organisation, acting, body.subscription_id)
    return { message: 'The subscription is cancelled.' }
  },

  async stopRenewing({ services, caller, network, body }) {
    const acting = actingCaller(caller, network)
    await stopRenewing(services, caller.organisation, acting, body.subscription_id)
  },

  async keepRenewing({ services, caller, network, body }) {
    const acting = actingCaller(caller, network)
    await keepRenewing(services, caller.organisation, acting, body.subscription_id)
  },

  async checkPayment({ services, caller, body }) {
    await checkPayment(services, caller.organisation, body.subscription_id)
  },

  async changePaymentMethod({ services, caller, network, body }) {
    await changePaymentMethod(services, caller, network, {
      subscriptionId: body.subscription_id,
      paymentId: body.razorpay_payment_id,
      signature: body.razorpay_signature,
    })
  },

  async getSubscriptionActivity({ services, caller }) {
    const activity = await listActivity(services, caller)
    return {
      data: activity.map(({ planName, state, startedAt, endedAt }) => ({
        plan_name: planName,
        status: state === 'live',
        upgrade_status: state === 'upgraded',
        start_date: startedAt.toISOString(),
        end_date: endedAt?.toISOString() ?? null,
      })),
    }
  },
} satisfies Partial<Handlers>

/**
 * The payment provider sends its events here. Not a call of the contract, because no client makes
 * it.
 */
export const webhookPath = '/api/payments/webhook/'

/** @throws HttpError 400 for an event that the provider didn't sign, 429 for too many of them. */
export async function answerWebhook(
  context: Context<HostEnvironment>,
  services: Services,
): Promise<Response> {
  const logFields: LogFields = context.env?.logFields ?? {}
  logFields.call = 'webhook'
  const network = networkOf(context.env?.clientAddress)
  const { headers } = context.req.raw
  await takeWebhook(services, await readText(context), headers, network, (outcome) => {
    logFields.outcome = outcome
  })
  return context.json({})
}
