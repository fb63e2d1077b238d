import type { Deletion } from '../people/tables'
import type { Subscription } from './tables'

/** Those that are or were an organisation's plan. */
export const planStates: Subscription['state'][] = ['live', 'upgraded', 'cancelled']

/** Subscriptions that have ended here: the provider is told until it confirms. */
export const endedStates: Subscription['state'][] = ['upgraded', 'cancelled', 'void']

/** One plan in an organisation's history. */
export interface PlanPeriod {
  planName: string
  state: Subscription['state']
  startedAt: Date
  endedAt: Date | null
}

/** The basis of a decision on an organisation's subscriptions. */
export interface Billing {
  /** Every plan so far, and the subscription that the decision is about. */
  subscriptions: Subscription[]
  /** Payments of that subscription whose refund was already decided. */
  refundedPaymentIds: string[]
  /** The organisation's deletion, after which nothing more is bought (D140); null: it isn't to be deleted. */
  deletion: Deletion | null
}
