import type { Currency, PaymentState } from '../../contract/billing'
import type { Row } from '../store/change'

export interface PlanPrice {
  /** In the currency's smallest unit: 2900 is $29. */
  amount: number
  /** The provider's plan that charges this amount, this often. */
  razorpayPlanId: string
}

export interface PlanLimits {
  /** People, including invited ones. */
  members?: number | undefined
  dashboards?: number | undefined
}

/** A plan on offer; docs/billing.md explains each field. */
export interface Plan {
  name: string
  tagLine: string
  interval: 'monthly' | 'yearly'
  isRecommended?: boolean | undefined
  points: string[]
  /** Absent: unlimited. */
  limits?: PlanLimits | undefined
  prices: { USD: PlanPrice } & { [Other in Exclude<Currency, 'USD'>]?: PlanPrice }
}

export interface PaymentMethod {
  /** The provider's term: `card`, `upi`, `emandate`. */
  kind: string
  /** The card's network: 'Visa'. Null if unknown, like the digits. */
  network: string | null
  lastDigits: string | null
}

/** The provider's report on a subscription's charges at one instant. */
export interface Charges {
  /** The time of the report by the provider's clock: older reports never replace newer ones. */
  asOf: Date
  /**
   * `pending`: the last charge failed and is retried. `halted`: it isn't retried any more. `paused`: nothing
   * is charged until somebody resumes it at the provider. `authorised`: nothing has been charged yet.
   */
  state: PaymentState
  /** The last charged period. */
  periodStart: Date | null
  periodEnd: Date | null
  nextChargeAt: Date | null
  method: PaymentMethod | null
  /** The least number of payments so far. */
  paidCount: number
}

/** The provider's report of a subscription. */
export interface ProviderSubscription {
  id: string
  /** `paid`: its first payment was made, whatever happens to its renewals. `ended`: for good. */
  status: 'unpaid' | 'paid' | 'ended'
  /** When it was first paid; null if never, or if the provider doesn't say. */
  paidAt: Date | null
  /** The least number of payments it has had, even if it has ended since. */
  paidCount: number
  /** Null if it hasn't ended, or if the provider doesn't say when. */
  endedAt: Date | null
  /** Null if it is unpaid or has ended, or if the time of the report is unknown. */
  charges: Charges | null
}

export interface ProviderPayment {
  id: string
  /** The time of the payment by the provider's clock; null if unknown. */
  takenAt: Date | null
  /** The beginning of its period; null or absent: unknown. */
  periodStart?: Date | null
  /** In the currency's smallest unit; null or absent: unknown. */
  amount?: number | null
}

/** An invoice of a subscription: the price of one period. */
export interface ProviderInvoice
  extends Pick<
    Row<'receipts'>,
    | 'id'
    | 'number'
    | 'paymentId'
    | 'issuedAt'
    | 'paidAt'
    | 'periodStart'
    | 'periodEnd'
    | 'amount'
    | 'currency'
    | 'url'
  > {
  /** Whether the invoice was withdrawn, or isn't issued yet. */
  isGone: boolean
}

/** The provider's report on a payment itself. */
export interface PaymentDetails {
  /** The sum of the processed refunds, in the currency's smallest unit. Pending ones don't count: they may fail. */
  refundedAmount: number
  method: PaymentMethod | null
  /** When it was made, by the provider's clock; null: unknown. */
  madeAt: Date | null
}

/** A refund's state at the provider. */
export interface ProviderRefund {
  id: string
  /** `pending`: started, but the money hasn't arrived. `failed`: for good; it needs another way. */
  status: 'pending' | 'processed' | 'failed'
  /** In the currency's smallest unit; null: unknown. */
  amount: number | null
}

/** The proof of payment that checkout gives to the buyer. */
export interface SignedPayment {
  subscriptionId: string
  paymentId: string
  /** The provider's signature over both ids. */
  signature: string
}

export type WebhookEvent =
  | { kind: 'forged' }
  /** An event that doesn't concern us. */
  | { kind: 'unknown'; name: string }
  | {
      kind: 'refund'
      /** The same for each delivery of an event; null if the provider sent none. */
      id: string | null
      paymentId: string
      refund: ProviderRefund
    }
  | {
      kind: 'subscription'
      /** The same for each delivery of an event; null if the provider sent none. */
      id: string | null
      name: string
      /** When it happened, by the provider's clock; null: unknown. */
      at: Date | null
      subscription: ProviderSubscription
      /** The event's payment, if it is captured; null if there is none. */
      payment: ProviderPayment | null
    }

/** A card of the sandbox. `failing`: charges after the first payment fail. */
export type SandboxCard = 'good' | 'failing'

export interface SandboxBill {
  /** The provider's id of the plan. */
  planId: string
  /** Whether a charge has failed and is retried: a new card pays it at once. */
  isPending: boolean
}

/** Features of a stand-in beyond the provider's: its own checkout. */
export interface SandboxCheckout {
  /** @returns null if there is no such subscription. */
  billOf(subscriptionId: string): Promise<SandboxBill | null>
  /**
   * Pays a subscription; for a paid one, it returns the existing payment.
   * @param card `failing`: its renewals fail.
   */
  pay(
    subscriptionId: string,
    card?: SandboxCard,
  ): Promise<SignedPayment | 'no-such-subscription' | 'ended'>
  /**
   * Charges a paid subscription from another card from now on.
   * @returns the proof of a payment that only tries the card.
   */
  changeCard(
    subscriptionId: string,
    card?: SandboxCard,
  ): Promise<SignedPayment | 'no-such-subscription' | 'ended'>
  /** Refunds part of a payment, as the seller may: in the currency's smallest unit. */
  refund(paymentId: string, amount: number): Promise<void>
}

/** The payment provider (D34). Every call may throw PaymentsError, except for signature checks. */
export interface Payments {
  /**
   * @returns the current time by its own clock, according to its latest answers; null if there was
   *   none lately.
   */
  now(): Date | null
  /**
   * Creates a subscription that waits to be paid in checkout. Never retried: a second attempt might
   * create a second one. @returns its id.
   */
  createSubscription(order: {
    /** The provider's id of the plan. */
    planId: string
    interval: Plan['interval']
    /** Noted at the provider, for its operator. */
    organisationSlug: string
    /** The end of the time for paying it. */
    expiresAt: Date
  }): Promise<string>
  fetchSubscription(id: string): Promise<ProviderSubscription>
  /** @returns every captured payment of a subscription, the first one first. */
  fetchPayments(subscriptionId: string): Promise<ProviderPayment[]>
  /** @returns every invoice of a subscription, including unpaid ones. */
  fetchInvoices(subscriptionId: string): Promise<ProviderInvoice[]>
  fetchPaymentDetails(paymentId: string): Promise<PaymentDetails>
  /**
   * Ends a subscription now; an ended one counts as cancelled.
   * @returns its state afterwards: ended.
   */
  cancelSubscription(id: string): Promise<ProviderSubscription>
  /**
   * Lets a subscription run to the end of its period, without another charge. That can't be undone there.
   * @returns its state afterwards.
   */
  stopRenewing(id: string): Promise<ProviderSubscription>
  /**
   * Starts a full refund of a payment. Idempotent: a payment is refunded once, and a refund made by
   * other means counts too.
   * @returns the refund, whose id is for polling.
   */
  refundPayment(paymentId: string): Promise<ProviderRefund>
  /** @returns the state of a refund. */
  fetchRefund(id: string): Promise<ProviderRefund>
  /** Whether the provider signed this payment of this subscription. Constant time. */
  verifyPayment(payment: SignedPayment): Promise<boolean>
  /** @param body exactly as it was sent: the signature is over it. */
  readWebhook(body: string, headers: Headers): Promise<WebhookEvent>
  /** Null if checkout is the provider's own. */
  sandbox: SandboxCheckout | null
}

export class PaymentsError extends Error {
  override readonly name = 'PaymentsError'

  /**
   * @param reason `unreachable`: no answer, a failure on its side, or a temporary refusal; the
   *   outcome is unknown. `refused`: it understood and declined.
   */
  constructor(
    readonly reason: 'unreachable' | 'refused',
    message: string,
  ) {
    super(message)
  }
}

/**
 * The number of charges: subscriptions need an end, and these are the highest safe numbers. Source:
 * https://razorpay.com/docs/api/payments/subscriptions/create-subscription/
 */
export const totalCounts: Record<Plan['interval'], number> = { monthly: 120, yearly: 10 }
