import {
  type Charges,
  type PaymentDetails,
  type Payments,
  PaymentsError,
  type Plan,
  type ProviderRefund,
  type ProviderSubscription,
  type SandboxCheckout,
  type SignedPayment,
} from '../../api/payments'
import { bundledPlans, findPlan } from '../../plans/plans'
import { above, add, type ChangeStore, set } from '../../store/change'
import { isSignedPayment, readWebhook, signPayment } from '../razorpay-format'
import { type Life, lifeOf, sandboxCards } from './subscription-life'
import type { SandboxAct, SandboxSubscription } from './tables'

/** The sandbox's secrets. They are public, so production refuses them (D35). */
const keySecret = 'sandbox-key-secret-that-everybody-knows'
export const sandboxWebhookSecret = 'sandbox-webhook-secret-that-everybody-knows'

/** The name and address of the sandbox's seller, as lines. */
export const sandboxSeller = 'Orglens Sandbox\n1 Example Street\nNo money moves here'

/** The sandbox's public key for checkout. */
export const sandboxKey = 'rzp_sandbox'
/** The path of the sandbox's checkout script, which is `standalone/sandbox/checkout/main.ts`. */
export const sandboxScriptPath = '/sandbox/checkout.js'

/** The id of a later payment: the first payment's id, and a number. */
const laterPayment = /^(pay_[^_]+)_\d+$/
/** The id of a payment that only tries a new card: the first payment's id, and the number of the card. */
const cardTrial = /^(pay_[^_]+)_card(\d{1,3})$/

/**
 * Creates the stand-in for the payment provider (D34). It needs no keys or network, and moves no money. Its state is in the
 * store, which servers share, and tabs in mock mode. Only acts are stored. Renewals and everything else that depends on the
 * time is derived at each read (`subscription-life.ts`).
 * @param plans the plans with the prices of new subscriptions.
 */
export function createSandboxPayments(
  store: ChangeStore,
  clock: () => Date,
  plans: readonly Plan[] = bundledPlans,
): Payments {
  const act = (id: string, one: SandboxAct) => addAct(store, id, one)

  async function lifeNow(id: string): Promise<Life> {
    return lifeOf(required(await store.one('sandboxSubscriptions', { id })), clock())
  }

  /** @returns the subscription and the invoice of a payment. */
  async function invoiceOf(paymentId: string) {
    const [, first = paymentId] = laterPayment.exec(paymentId) ?? []
    const subscription = required(await store.one('sandboxSubscriptions', { paymentId: first }))
    const invoice = lifeOf(subscription, clock()).invoices.find(
      (one) => one.paymentId === paymentId,
    )
    if (!invoice) throw new PaymentsError('refused', 'The sandbox has no such payment')
    return { subscription, invoice }
  }

  /** @returns the details of a payment that only tried a card; null for other payments. */
  async function trialOf(paymentId: string): Promise<PaymentDetails | null> {
    const [, first, number] = cardTrial.exec(paymentId) ?? []
    if (!first) return null
    const { acts } = required(await store.one('sandboxSubscriptions', { paymentId: first }))
    const act = cardActs(acts)[Number(number) - 1]
    if (!act) throw new PaymentsError('refused', 'The sandbox has no such payment')
    return { refundedAmount: 0, method: sandboxCards[act.card], madeAt: act.at }
  }

  async function refundPayment(paymentId: string): Promise<ProviderRefund> {
    const { subscription, invoice } = await invoiceOf(paymentId)
    if (paymentId === subscription.paymentId) {
      const unrefunded = { paymentId, refundedAt: null }
      await store.save(set('sandboxSubscriptions', unrefunded, { refundedAt: clock() }))
    } else if (invoice.refundedAmount < invoice.amount) {
      await giveBack(subscription.id, paymentId, invoice.amount - invoice.refundedAmount)
    }
    const { amount } = invoice
    return { id: paymentId.replace('pay_', 'rfnd_'), status: 'processed', amount }
  }

  const giveBack = (id: string, paymentId: string, amount: number) =>
    act(id, { kind: 'refund', at: clock(), paymentId, amount })

  return {
    now: clock,

    async createSubscription({ planId, interval, expiresAt }) {
      const found = findPlan(plans, planId)
      const price = found?.plan.prices[found.currency]
      if (!found || !price) throw new PaymentsError('refused', 'The sandbox has no such plan')
      const subscription = {
        id: randomId('sub'),
        planId,
        interval,
        amount: price.amount,
        currency: found.currency,
        createdAt: clock(),
        expiresAt,
        paymentId: null,
        paidAt: null,
        refundedAt: null,
        endedAt: null,
        acts: [],
      }
      await store.save(add('sandboxSubscriptions', subscription))
      return subscription.id
    },

    async fetchSubscription(id) {
      return stateOf(required(await store.one('sandboxSubscriptions', { id })), clock())
    },

    async fetchPayments(id) {
      const { invoices } = await lifeNow(id)
      return invoices.flatMap(({ paymentId, paidAt, periodStart, amount }) =>
        paymentId ? [{ id: paymentId, takenAt: paidAt, periodStart, amount }] : [],
      )
    },

    async fetchInvoices(id) {
      const { invoices } = await lifeNow(id)
      return invoices.map(({ refundedAmount: _refunded, card: _card, ...invoice }) => invoice)
    },

    async fetchPaymentDetails(paymentId) {
      const trial = await trialOf(paymentId)
      if (trial) return trial
      const { invoice } = await invoiceOf(paymentId)
      const { refundedAmount, card, paidAt: madeAt } = invoice
      return { refundedAmount, method: card && sandboxCards[card], madeAt }
    },

    async cancelSubscription(id) {
      // A subscription may have ended without being cancelled.
      if (!(await lifeNow(id)).endedAt) {
        await store.save(set('sandboxSubscriptions', { id, endedAt: null }, { endedAt: clock() }))
      }
      return stateOf(required(await store.one('sandboxSubscriptions', { id })), clock())
    },

    async stopRenewing(id) {
      return stateOf(required(await act(id, { kind: 'stop', at: clock() })), clock())
    },

    refundPayment,
    // A refund is processed at once, so making it again returns its state.
    fetchRefund: (id) => refundPayment(id.replace('rfnd_', 'pay_')),

    verifyPayment: (payment) => isSignedPayment(payment, keySecret),

    readWebhook: (body, headers) => readWebhook(body, headers, [sandboxWebhookSecret]),

    sandbox: checkoutOf(store, clock, async (paymentId, amount) => {
      const { subscription } = await invoiceOf(paymentId)
      await giveBack(subscription.id, paymentId, amount)
    }),
  }
}

/** @returns the sandbox's own checkout. */
function checkoutOf(
  store: ChangeStore,
  clock: () => Date,
  refund: SandboxCheckout['refund'],
): SandboxCheckout {
  return {
    async billOf(id) {
      const subscription = await store.one('sandboxSubscriptions', { id })
      if (!subscription) return null
      return {
        planId: subscription.planId,
        isPending: lifeOf(subscription, clock()).status === 'pending',
      }
    },

    async pay(id, card = 'good') {
      const before = await store.one('sandboxSubscriptions', { id })
      // The card is saved before the payment: a payment without it would be renewed with a good card.
      if (before && !before.paidAt && card === 'failing') {
        await addAct(store, id, { kind: 'card', at: clock(), card })
      }
      const now = clock()
      const payable = { id, paidAt: null, endedAt: null, expiresAt: above(now) }
      const payment = { paymentId: randomId('pay'), paidAt: now }
      await store.save(set('sandboxSubscriptions', payable, payment))
      const subscription = await store.one('sandboxSubscriptions', { id })
      if (!subscription) return 'no-such-subscription'
      const { paymentId } = subscription
      if (!paymentId || lifeOf(subscription, clock()).endedAt) return 'ended'
      return await proofOf(id, paymentId)
    },

    async changeCard(id, card = 'good') {
      const subscription = await store.one('sandboxSubscriptions', { id })
      if (!subscription) return 'no-such-subscription'
      const { paidAt, paymentId } = subscription
      if (!paidAt || !paymentId || lifeOf(subscription, clock()).endedAt) return 'ended'
      const { acts } = required(await addAct(store, id, { kind: 'card', at: clock(), card }))
      return await proofOf(id, `${paymentId}_card${cardActs(acts).length}`)
    },

    refund,
  }
}

/** @returns the subscription with the act; null if there is none. */
function addAct(
  store: ChangeStore,
  id: string,
  act: SandboxAct,
): Promise<SandboxSubscription | null> {
  const lock = { row: 'sandboxSubscriptions', where: { id } } as const
  return store.change('act-in-sandbox', lock, null, async (read) => {
    const subscription = await read.one('sandboxSubscriptions', { id })
    if (!subscription) return { answer: null }
    const acts = [...subscription.acts, act]
    return {
      answer: { ...subscription, acts },
      writes: [set('sandboxSubscriptions', { id }, { acts })],
      entries: null,
      unrecorded: 'is in the books of the stand-in for the provider',
    }
  })
}

async function proofOf(subscriptionId: string, paymentId: string): Promise<SignedPayment> {
  const payment = { subscriptionId, paymentId }
  return { ...payment, signature: await signPayment(payment, keySecret) }
}

/** @returns the changes of the card, the first one first. */
function cardActs(acts: readonly SandboxAct[]) {
  return acts.filter((act) => act.kind === 'card')
}

function required(subscription: SandboxSubscription | null): SandboxSubscription {
  if (!subscription) throw new PaymentsError('refused', 'The sandbox has no such subscription')
  return subscription
}

const chargeStates = {
  active: 'paid',
  pending: 'pending',
  halted: 'halted',
  paused: 'paused',
} as const

/** @returns the provider's report of a subscription. */
export function stateOf(subscription: SandboxSubscription, now: Date): ProviderSubscription {
  const { id, paidAt } = subscription
  const life = lifeOf(subscription, now)
  const { status, endedAt, paidCount, periodStart, periodEnd, nextChargeAt, card } = life
  if (endedAt || status === 'created') {
    return { id, status: endedAt ? 'ended' : 'unpaid', paidAt, endedAt, paidCount, charges: null }
  }
  const charges: Charges = {
    asOf: now,
    state: chargeStates[status as keyof typeof chargeStates],
    periodStart,
    periodEnd,
    nextChargeAt,
    method: sandboxCards[card],
    paidCount,
  }
  return { id, status: 'paid', paidAt, endedAt, paidCount, charges }
}

/** @returns an id in the provider's format: a prefix and 14 letters or digits. */
function randomId(prefix: 'sub' | 'pay'): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const letters = Array.from(crypto.getRandomValues(new Uint32Array(14)), (number) =>
    alphabet.charAt(number % alphabet.length),
  )
  return `${prefix}_${letters.join('')}`
}
