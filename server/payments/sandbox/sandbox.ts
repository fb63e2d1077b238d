import type { Charges, SandboxSubscription } from '../../store/entities'
import type { SubscriptionStore } from '../../store/subscription-store'
import {
  type Payments,
  PaymentsError,
  type ProviderRefund,
  type ProviderSubscription,
} from '../payments'
import { isSignedPayment, readWebhook, signPayment } from '../razorpay-format'
import { monthsAfter } from './months-after'

/** The sandbox's signing keys. They are public, and production refuses them (D35). */
const keySecret = 'sandbox-key-secret-that-everybody-knows'
export const sandboxWebhookSecret = 'sandbox-webhook-secret-that-everybody-knows'

/** The sandbox's public key for checkout. */
export const sandboxKey = 'rzp_sandbox'
/**
 * The path of its checkout script, beside the app's pages: `standalone/sandbox/checkout/main.ts`.
 */
export const sandboxScriptPath = '/sandbox/checkout.js'

type SandboxStore = Pick<
  SubscriptionStore,
  | 'addSandboxSubscription'
  | 'findSandboxSubscription'
  | 'paySandboxSubscription'
  | 'cancelSandboxSubscription'
  | 'refundSandboxPayment'
>

/**
 * The stand-in for the payment provider (D34). It needs no keys or network, and moves no money. Its
 * state is in the store, so that servers, and tabs in mock mode, share it.
 */
export function createSandboxPayments(store: SandboxStore, clock: () => Date): Payments {
  function stateOf(subscription: SandboxSubscription | null): ProviderSubscription {
    const kept = required(subscription)
    const { id, paidAt } = kept
    const endedAt = endOf(kept, clock())
    const status = endedAt ? 'ended' : paidAt ? 'paid' : 'unpaid'
    const charges = paidAt && !endedAt ? chargesOf(kept, paidAt, clock()) : null
    return { id, status, paidAt, endedAt, paidCount: paidAt ? 1 : 0, charges }
  }

  async function refundPayment(paymentId: string): Promise<ProviderRefund> {
    required(await store.refundSandboxPayment(paymentId, clock()))
    return { id: paymentId.replace('pay_', 'rfnd_'), status: 'processed' }
  }

  return {
    now: clock,

    async createSubscription({ planId, interval, expiresAt }) {
      const subscription = {
        id: randomId('sub'),
        planId,
        interval,
        createdAt: clock(),
        expiresAt,
        paymentId: null,
        paidAt: null,
        refundedAt: null,
        endedAt: null,
      }
      await store.addSandboxSubscription(subscription)
      return subscription.id
    },

    async fetchSubscription(id) {
      return stateOf(await store.findSandboxSubscription(id))
    },

    async fetchPayments(id) {
      const { paymentId, paidAt } = required(await store.findSandboxSubscription(id))
      return paymentId ? [{ id: paymentId, takenAt: paidAt }] : []
    },

    async cancelSubscription(id) {
      return stateOf(await store.cancelSandboxSubscription(id, clock()))
    },

    async stopRenewing(id) {
      return stateOf(await store.findSandboxSubscription(id))
    },

    refundPayment,
    // Refunds happen at once, and only once.
    fetchRefund: (id) => refundPayment(id.replace('rfnd_', 'pay_')),

    verifyPayment: (payment) => isSignedPayment(payment, keySecret),

    readWebhook: (body, headers) => readWebhook(body, headers, [sandboxWebhookSecret]),

    sandbox: {
      async planOf(id) {
        return (await store.findSandboxSubscription(id))?.planId ?? null
      },

      async pay(id) {
        const subscription = await store.paySandboxSubscription(id, randomId('pay'), clock())
        if (!subscription) return 'no-such-subscription'
        const { paymentId } = subscription
        if (!paymentId || endOf(subscription, clock())) return 'ended'
        const payment = { subscriptionId: id, paymentId }
        return { ...payment, signature: await signPayment(payment, keySecret) }
      },
    },
  }
}

function required(subscription: SandboxSubscription | null): SandboxSubscription {
  if (!subscription) throw new PaymentsError('refused', 'The sandbox has no such subscription')
  return subscription
}

/** @returns the charges of a subscription whose renewals all work. */
function chargesOf({ interval }: SandboxSubscription, paidAt: Date, now: Date): Charges {
  const months = interval === 'yearly' ? 12 : 1
  let periods = 1
  while (monthsAfter(paidAt, periods * months) <= now) periods += 1
  const periodEnd = monthsAfter(paidAt, periods * months)
  return {
    asOf: now,
    state: 'paid',
    periodStart: monthsAfter(paidAt, (periods - 1) * months),
    periodEnd,
    nextChargeAt: periodEnd,
    method: { kind: 'card', network: 'Visa', lastDigits: '4242' },
  }
}

/** Unpaid subscriptions expire, as they do at the provider. */
function endOf({ paidAt, endedAt, expiresAt }: SandboxSubscription, now: Date): Date | null {
  return endedAt ?? (!paidAt && expiresAt <= now ? expiresAt : null)
}

/** @returns an id in the provider's format: a prefix and 14 letters or digits. */
function randomId(prefix: 'sub' | 'pay'): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const letters = Array.from(crypto.getRandomValues(new Uint32Array(14)), (number) =>
    alphabet.charAt(number % alphabet.length),
  )
  return `${prefix}_${letters.join('')}`
}
