import type { Plan } from './entities'

/** An action on a subscription at the sandbox. */
export type SandboxAct =
  /** The card was changed: to one that works, or one that fails from the next period on. */
  | { kind: 'card'; at: Date; card: 'good' | 'failing' }
  /** The renewal was stopped. */
  | { kind: 'stop'; at: Date }
  | { kind: 'pause' | 'resume'; at: Date }
  /** A partial or full refund, in the currency's smallest unit. */
  | { kind: 'refund'; at: Date; paymentId: string; amount: number }

/** A subscription at the sandbox, the stand-in for the payment provider (D34). */
export interface SandboxSubscription {
  id: string
  planId: string
  interval: Plan['interval']
  /** The price per period, in the currency's smallest unit; null: from a version without invoices. */
  amount: number | null
  currency: string | null
  createdAt: Date
  /** When its checkout expires. */
  expiresAt: Date
  /** Null until it is paid; then both are set. */
  paymentId: string | null
  paidAt: Date | null
  /** When its first payment was refunded. */
  refundedAt: Date | null
  /** When it was cancelled. */
  endedAt: Date | null
  /** Everything else that was done to it, in order; `lifeOf` derives its states from it. */
  acts: SandboxAct[]
}
