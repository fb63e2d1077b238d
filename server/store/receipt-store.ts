import type { Mail, PaymentMethod } from './entities'
import type { Entries } from './events'

/**
 * What an organisation was asked to pay for one period of a plan, and what became of that: an invoice of
 * the provider. It outlives its subscription, so it has what it shows of it.
 */
export interface Receipt {
  /** The provider's id of the invoice. */
  id: string
  subscriptionId: string
  organisationId: string
  planName: string
  /** Of the invoice; null: it has none. */
  number: string | null
  /** Null: nothing was received. */
  paymentId: string | null
  issuedAt: Date
  /** When it was paid, by the provider's clock; null: it wasn't. */
  paidAt: Date | null
  /** The first instant of the paid period, and the first after it; null: the provider doesn't say. */
  periodStart: Date | null
  periodEnd: Date | null
  /** In the currency's smallest unit: 2900 is $29. */
  amount: number
  /** Likewise; 0: nothing was given back. */
  refundedAmount: number
  /** ISO 4217. */
  currency: string
  /** Null: not known. */
  method: PaymentMethod | null
  /** The provider's page of it; null: it has none. */
  url: string | null
  /** When the provider was asked about the invoice: an older answer replaces no newer one. */
  askedAt: Date
  /** When it was asked about the payment; null: never. */
  paymentAskedAt: Date | null
}

/** A kept receipt. */
export interface KeptReceipt extends Receipt {
  /** When a refund of the payment was last heard of; null: never. */
  refundHeardAt: Date | null
  /** Whether the admins were told that it was paid. */
  isTold: boolean
}

/** When the provider is asked for a subscription's invoices. */
export interface ReceiptCheck {
  subscriptionId: string
  dueAt: Date
  /** When there last was a reason to ask. */
  wokenAt: Date
  /** How often asking failed since it last worked. */
  failures: number
}

/**
 * The store's part for receipts. Each method is one atomic step, as in `Store`. Saving a paid subscription
 * wakes the asking for its invoices too, in the same step.
 */
export interface ReceiptStore {
  /** There is a reason to ask for a subscription's invoices: it is due at `now`. */
  wakeReceipts(subscriptionId: string, now: Date): Promise<void>
  /**
   * As `wakeReceipts`, because of a refund of a payment, which has to be asked about anew.
   * @returns whether there is a receipt of it.
   */
  wakeReceiptOf(paymentId: string, now: Date): Promise<boolean>
  /** Takes up to `most` checks that are due, as `takeDueSubscriptions` does. */
  takeDueReceiptChecks(now: Date, until: Date, most: number): Promise<ReceiptCheck[]>
  /**
   * Notes when a taken check is due next, unless it was woken or taken since.
   * @param dueAt null: never, unless it is woken.
   */
  postponeReceiptCheck(taken: ReceiptCheck, dueAt: Date | null, failures: number): Promise<void>
  /** All receipts of an organisation, or of a subscription: the latest first. */
  findReceipts(of: { organisationId: string } | { subscriptionId: string }): Promise<KeptReceipt[]>
  /**
   * Keeps receipts, each once by its id, whatever servers are told it at the same time. What was paid
   * stays paid; otherwise the answer that was asked for last counts.
   * @param gone ids of invoices that were taken back: those receipts go, unless they were paid.
   * @param entries what it tells; null: nothing.
   */
  saveReceipts(
    receipts: readonly Receipt[],
    gone: readonly string[],
    entries: Entries | null,
  ): Promise<void>
  /**
   * Tells admins of a paid receipt, unless they were told.
   * @param mails to each of them.
   * @param entries null: there is nothing to tell, because it isn't news.
   */
  tellReceipt(id: string, mails: readonly Mail[], entries: Entries | null): Promise<void>
}
