import type { PaymentMethod } from './entities'

/**
 * The invoice of the provider for one period of a plan, and its result.
 * It outlives its subscription, so it contains everything that it shows.
 */
export interface Receipt {
  /** The provider's id of the invoice. */
  id: string
  subscriptionId: string
  organisationId: string
  planName: string
  /** The invoice's number; null: none. */
  number: string | null
  /** Null: unpaid. */
  paymentId: string | null
  issuedAt: Date
  /** When it was paid, by the provider's clock; null: never. */
  paidAt: Date | null
  /** The first instant of the paid period, and the first after it; null: unknown. */
  periodStart: Date | null
  periodEnd: Date | null
  /** In the currency's smallest unit: 2900 is $29. */
  amount: number
  /** Likewise; 0: no refund. */
  refundedAmount: number
  /** ISO 4217. */
  currency: string
  /** Null: unknown. */
  method: PaymentMethod | null
  /** The provider's page of it; null: none. */
  url: string | null
  /** When the invoice was fetched: an older answer replaces no newer one. */
  askedAt: Date
  /** When the payment was fetched; null: never. */
  paymentAskedAt: Date | null
}

/** A stored receipt. */
export interface KeptReceipt extends Receipt {
  /** The last news of a refund of the payment; null: none. */
  refundHeardAt: Date | null
  /** Whether the admins got a mail about it. */
  isTold: boolean
}

/** The methods for receipts. */
export interface ReceiptStore {
  /** All receipts of an organisation, or of a subscription: the latest first. */
  findReceipts(of: { organisationId: string } | { subscriptionId: string }): Promise<KeptReceipt[]>
}
