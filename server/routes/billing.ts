import { listedPlanOf } from '../domain/plans'
import {
  cancelSubscription,
  createSubscription,
  listActivity,
  verifySubscription,
} from '../domain/subscriptions'
import type { Handlers } from '../handler'

export const billingHandlers: Pick<
  Handlers,
  | 'getPricing'
  | 'createSubscription'
  | 'verifySubscription'
  | 'cancelSubscription'
  | 'getSubscriptionActivity'
> = {
  async getPricing({ services }) {
    return { all_pricing: services.plans.map(listedPlanOf) }
  },

  async createSubscription({ services, caller, body }) {
    const id = await createSubscription(services, caller.organisation, body.plan_id)
    return { subscription_id: id }
  },

  async verifySubscription({ services, caller, body }) {
    await verifySubscription(services, caller.organisation, {
      subscriptionId: body.subscription_id,
      paymentId: body.razorpay_payment_id,
      signature: body.razorpay_signature,
    })
    return { message: 'Subscription successfully activated.' }
  },

  async cancelSubscription({ services, caller }) {
    await cancelSubscription(services, caller.organisation)
    return { message: 'The subscription is cancelled.' }
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
