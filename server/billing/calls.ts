import type { Handlers } from '../api/handler'
import { byCaller, byUser } from '../people/author'
import { changeBuyer, readBuyer } from './buyer/buyer'
import { addCopy, confirmCopy, removeCopy } from './buyer/copies'
import { createSubscription } from './checkout/create'
import { verifySubscription } from './checkout/verify'
import { downloadPaper } from './papers/download'
import {
  cancelSubscription,
  changePaymentMethod,
  checkPayment,
  keepRenewing,
  stopRenewing,
} from './plan/billing-details'
import { listedPlanOf } from './plan/shown-plan'
import { listActivity } from './queries'
import { billReceipt } from './receipts/billed-to'
import { listReceipts } from './receipts/listed-receipts'

export const billingHandlers = {
  async getPricing({ services }) {
    return { all_pricing: services.plans.map(listedPlanOf) }
  },

  async createSubscription({ services, caller, network, body }) {
    const author = byCaller(caller, network)
    const { plan_id, replaced_subscription_id: replacedId } = body
    const id = await createSubscription(services, caller.organisation, author, plan_id, replacedId)
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
    const author = byCaller(caller, network)
    await cancelSubscription(services, caller.organisation, author, body.subscription_id)
    return { message: 'The subscription is cancelled.' }
  },

  async stopRenewing({ services, caller, network, body }) {
    const author = byCaller(caller, network)
    await stopRenewing(services, caller.organisation, author, body.subscription_id)
  },

  async keepRenewing({ services, caller, network, body }) {
    const author = byCaller(caller, network)
    await keepRenewing(services, caller.organisation, author, body.subscription_id)
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
      data: activity.map(({ planName, interval, state, startedAt, endedAt }) => ({
        plan_name: planName,
        interval,
        status: state === 'live',
        upgrade_status: state === 'upgraded',
        start_date: startedAt,
        end_date: endedAt,
      })),
    }
  },

  getBuyer: ({ services, caller }) => readBuyer(services, caller.organisation),

  async changeBuyer({ services, caller, network, body }) {
    await changeBuyer(services, caller, network, body)
  },

  async addCopy({ services, caller, network, body }) {
    await addCopy(services, caller, network, body.email)
  },

  async removeCopy({ services, caller, network, body }) {
    await removeCopy(services, caller, network, body.email)
  },

  confirmCopy: ({ services, body }) => confirmCopy(services, body.token),

  getReceipts: ({ services, caller }) => listReceipts(services, caller.organisation),

  getPaper: ({ services, caller, body }) =>
    downloadPaper(services, caller.organisation.id, body.receipt_id, body.number),

  async billReceipt({ services, caller, body }) {
    await billReceipt(services, caller, body.receipt_id)
  },
} satisfies Partial<Handlers>
