import { expect } from 'vitest'
import type { SubscribedPlan, SubscriptionActivityRow } from '../../../contract/billing'
import type { CallName } from '../../../contract/calls'
import type { Client, Refusal } from './client'

/** A payment as the client hands it to the server. */
export interface Checkout {
  subscription_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

/** An admin who subscribes, with the sandbox for a provider. */
export interface Buyer {
  /** @returns the subscription's id. */
  create(planId: string): Promise<string>
  pay(subscriptionId: string): Promise<Checkout>
  verify(checkout: Checkout): Promise<void>
  /** Gives another card in checkout for the plan that was bought last. */
  changeCard(card: 'good' | 'failing'): Promise<Checkout>
  /** Creates, pays and verifies. */
  subscribe(planId: string): Promise<Checkout>
  cancel(): Promise<void>
  plan(): Promise<SubscribedPlan | null>
  activity(): Promise<SubscriptionActivityRow[]>
  refused(name: CallName, body?: unknown): Promise<Refusal>
  hasEndedAtProvider(checkout: Checkout): Promise<boolean>
}

export function createBuyer(client: Client, token: string): Buyer {
  let bought = ''
  const payAtSandbox = (subscription_id: string, how: object = {}) =>
    client.send('/sandbox/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ subscription_id, ...how }),
    })

  /** @returns the proof that checkout gives to the browser. */
  async function proofOf(response: Response): Promise<Checkout> {
    expect(response.status).toBe(200)
    const { razorpay_subscription_id, ...payment } = (await response.json()) as Checkout & {
      razorpay_subscription_id: string
    }
    return { ...payment, subscription_id: razorpay_subscription_id }
  }

  const buyer: Buyer = {
    async create(planId) {
      const { subscription_id } = await client.succeed(
        'createSubscription',
        { plan_id: planId },
        token,
      )
      return subscription_id
    },

    async pay(subscriptionId) {
      bought = subscriptionId
      return await proofOf(await payAtSandbox(subscriptionId))
    },

    async changeCard(card) {
      return await proofOf(await payAtSandbox(bought, { card, card_change: true }))
    },

    async verify(checkout) {
      await client.succeed('verifySubscription', checkout, token)
    },

    async subscribe(planId) {
      const checkout = await buyer.pay(await buyer.create(planId))
      await buyer.verify(checkout)
      return checkout
    },

    async cancel() {
      await client.succeed('cancelSubscription', undefined, token)
    },

    async plan() {
      const profile = await client.succeed('getProfile', undefined, token)
      const { subscription_plan: plan } = profile.organization
      expect(profile.is_subscribed).toBe(plan !== null)
      return plan
    },

    async activity() {
      return (await client.succeed('getSubscriptionActivity', undefined, token)).data
    },

    refused: (name, body) => client.refused(name, body, token),

    async hasEndedAtProvider({ subscription_id }) {
      return (await payAtSandbox(subscription_id)).status === 409
    },
  }
  return buyer
}
