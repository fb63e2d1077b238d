import { actingCaller, byUser } from '../audit/entries'
import type { Handlers } from '../http/handler'
import {
  changePaymentMethod,
  checkPayment,
  keepRenewing,
  stopRenewing,
} from './plan/billing-details'
import { listedPlanOf } from './plan/plans'
import {
  cancelSubscription,
  createSubscription,
  listActivity,
  verifySubscription,
} from './subscriptions'

export const billingHandlers: Pick<
  Handlers,
  | 'getPricing'
  | 'createSubscription'
  | 'verifySubscription'
  | 'cancelSubscription'
  | 'getSubscriptionActivity'
  | 'stopRenewing'
  | 'keepRenewing'
  | 'checkPayment'
  | 'changePaymentMethod'
> = {
  async getPricing({ services }) {
    return { all_pricing: services.plans.map(listedPlanOf) }
  },

  async createSubscription({ services, caller, network, body }) {
    const acting = actingCaller(caller, network)
    const id = await createSubscription(services, caller.organisation, acting, body.plan_id)
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

  async cancelSubscription({ services, caller, network }) {
    await cancelSubscription(services, caller.organisation, actingCaller(caller, network))
    return { message: 'The subscription is cancelled.' }
  },

  async stopRenewing({ services, caller, network }) {
    await stopRenewing(services, caller.organisation, actingCaller(caller, network))
  },

  async keepRenewing({ services, caller, network }) {
    await keepRenewing(services, caller.organisation, actingCaller(caller, network))
  },

  async checkPayment({ services, caller }) {
    await checkPayment(services, caller.organisation)
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
}
