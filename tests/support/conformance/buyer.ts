import { expect } from 'vitest'
import type { CallName } from '../../../contract/calls'
import type { Client } from './client'

export interface Checkout {
  subscription_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

/** @returns an admin who subscribes, with the sandbox for a provider. */
export function createBuyer(client: Client, token: string) {
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

  /**
   * @param replaced the plan that it replaces, null for none; undefined: whichever there is.
   * @returns the subscription's id.
   */
  async function create(planId: string, replaced?: string | null): Promise<string> {
    const order = { plan_id: planId, replaced_subscription_id: replaced }
    return (await client.succeed('createSubscription', order, token)).subscription_id
  }

  async function pay(subscriptionId: string): Promise<Checkout> {
    bought = subscriptionId
    return await proofOf(await payAtSandbox(subscriptionId))
  }

  async function verify(checkout: Checkout): Promise<void> {
    await client.succeed('verifySubscription', checkout, token)
  }

  return {
    create,
    pay,
    verify,

    /** Gives another card in checkout for the plan that was bought last. */
    changeCard: async (card: 'good' | 'failing') =>
      await proofOf(await payAtSandbox(bought, { card, card_change: true })),

    async subscribe(planId: string): Promise<Checkout> {
      const checkout = await pay(await create(planId))
      await verify(checkout)
      return checkout
    },

    /** @param body may name the plan. */
    async cancel(body?: object) {
      await client.succeed('cancelSubscription', body, token)
    },

    async plan() {
      const profile = await client.succeed('getProfile', undefined, token)
      const { subscription_plan: plan } = profile.organization
      expect(profile.is_subscribed).toBe(plan !== null)
      return plan
    },

    activity: async () => (await client.succeed('getSubscriptionActivity', undefined, token)).data,

    refused: (name: CallName, body?: unknown) => client.refused(name, body, token),

    wholeRefusal: (name: CallName, body?: unknown) => client.wholeRefusal(name, body, token),

    hasEndedAtProvider: async ({ subscription_id }: Checkout) =>
      (await payAtSandbox(subscription_id)).status === 409,
  }
}
