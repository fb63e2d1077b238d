import type { Plan } from '../store/entities'

/** What the provider says of a subscription. */
export interface ProviderSubscription {
  id: string
  /** `paid`: its payment was made, however its renewals go. `ended`: for good. */
  status: 'unpaid' | 'paid' | 'ended'
  /** When it was first paid; null: never, or the provider doesn't say. */
  paidAt: Date | null
  /** How many payments it has had, at least, also where it has ended since. */
  paidCount: number
  /** Null: it hasn't ended, or the provider doesn't say when. */
  endedAt: Date | null
  /** Why nothing is charged for it, though it goes on; null: something is, or it doesn't go on. */
  uncharged: 'halted' | 'never-charged' | null
}

/** A payment that the provider has captured. */
export interface ProviderPayment {
  id: string
  /** By the provider's clock; null: nobody has told. */
  takenAt: Date | null
}

/** How a refund stands at the provider. */
export interface ProviderRefund {
  id: string
  /** `pending`: begun, and the money isn't back yet. `failed`: for good; it needs another way. */
  status: 'pending' | 'processed' | 'failed'
}

/** What checkout hands to the buyer, to prove the payment. */
export interface SignedPayment {
  subscriptionId: string
  paymentId: string
  /** Of both ids, by the provider. */
  signature: string
}

/** What a call to the webhook turned out to be. */
export type WebhookEvent =
  | { kind: 'forged' }
  /** It is about nothing that concerns us. */
  | { kind: 'unknown'; name: string }
  | {
      kind: 'refund'
      /** As below. */
      id: string | null
      paymentId: string
      refund: ProviderRefund
    }
  | {
      kind: 'subscription'
      /** The same each time the provider sends it; null where it told none. */
      id: string | null
      name: string
      subscription: ProviderSubscription
      /** The payment that the event is about, where it is captured; null: none. */
      payment: ProviderPayment | null
    }

/** What a stand-in for the provider offers beyond it: its own checkout. */
export interface SandboxCheckout {
  /** @returns the provider's id of the plan that a subscription is to; null: there is none such. */
  planOf(subscriptionId: string): Promise<string | null>
  /** Pays a subscription; one that is paid answers with the payment it has. */
  pay(subscriptionId: string): Promise<SignedPayment | 'no-such-subscription' | 'ended'>
}

/** The payment provider (D34). Every call but the checks of signatures may throw PaymentsError. */
export interface Payments {
  /** @returns the present by its own clock, as its latest answers showed it; null: none did lately. */
  now(): Date | null
  /**
   * Makes a subscription that waits to be paid in checkout. Never retried: a second try might make a
   * second one. @returns its id.
   */
  createSubscription(order: {
    /** The provider's id of the plan. */
    planId: string
    interval: Plan['interval']
    /** Noted at the provider, so that its operator finds who it is. */
    organisationSlug: string
    /** Until when it can be paid. */
    expiresAt: Date
  }): Promise<string>
  fetchSubscription(id: string): Promise<ProviderSubscription>
  /** @returns every captured payment of a subscription, the first one first. */
  fetchPayments(subscriptionId: string): Promise<ProviderPayment[]>
  /**
   * Ends a subscription now; one that has ended already counts as cancelled.
   * @returns how it is afterwards: ended.
   */
  cancelSubscription(id: string): Promise<ProviderSubscription>
  /**
   * Begins to give a whole payment back. Safe to repeat: it is given back once, and one that was given
   * back otherwise counts as well.
   * @returns the refund, by which to ask how it goes on.
   */
  refundPayment(paymentId: string): Promise<ProviderRefund>
  /** @returns how a refund that was begun stands. */
  fetchRefund(id: string): Promise<ProviderRefund>
  /** Whether the provider signed this payment of this subscription. Takes constant time. */
  verifyPayment(payment: SignedPayment): Promise<boolean>
  /** @param body exactly as it was sent: the signature is over it. */
  readWebhook(body: string, headers: Headers): Promise<WebhookEvent>
  /** Null where checkout is the provider's own. */
  sandbox: SandboxCheckout | null
}

/** The provider didn't do what it was asked for. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'

  /**
   * @param reason `unreachable`: no answer, a failure of its own, or not now; what it did is not
   *   known. `refused`: it understood and declined.
   */
  constructor(
    readonly reason: 'unreachable' | 'refused',
    message: string,
  ) {
    super(message)
  }
}
