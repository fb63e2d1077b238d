/*
 * The books of the model of Razorpay (razorpay-model.ts). Times are in seconds since 1970. What isn't Razorpay's JSON is
 * under `own`.
 */

export type Card = 'good' | 'failing'

export interface ModelSubscription {
  id: string
  status: string
  start_at: number | null
  ended_at: number | null
  paid_count: number
  remaining_count: number
  current_start: number | null
  current_end: number | null
  charge_at: number | null
  payment_method: string | null
  own: {
    amount: number
    period: number
    total: number
    issued: number
    expireBy: number
    card: Card
    /** When the next period is charged: its end, or somewhat later. */
    dueAt: number
    cycleEnd: number
    retry: { at: number; times: number } | null
    endsWithCycle: boolean
    /** Who ended it; null: nobody has. */
    endedBy: 'call' | 'itself' | null
  }
}

export interface ModelInvoice {
  id: string
  subscription_id: string
  status: string
  payment_id: string | null
  issued_at: number
  paid_at: number | null
  billing_start: number
  billing_end: number
  amount: number
  currency: string
  own: { listedAt: number }
}

export interface ModelPayment {
  id: string
  status: string
  created_at: number
  amount: number
  amount_refunded: number
  method: string
  card: { network: string; last4: string }
  own: { subscriptionId: string; isAuthorisation: boolean }
}

export interface ModelRefund {
  id: string
  payment_id: string
  status: string
  amount: number
  own: { settlesAt: number; fails: boolean }
}

/** The contents of a webhook: a copy of the books at that time. */
export interface ModelEvent {
  id: string
  at: number
  body: string
}

const ongoing = ['authenticated', 'active', 'pending', 'halted', 'paused']

/** Whether a subscription has begun and not ended. */
export const isOngoing = ({ status }: Pick<ModelSubscription, 'status'>) => ongoing.includes(status)

/** An entity as Razorpay's JSON has it. */
export function shown<Entity extends { own: object }>({ own: _own, ...entity }: Entity) {
  return entity
}

export type ModelAnswer = [status: number, body: object]

export function refused(description: string): ModelAnswer {
  return [400, { error: { code: 'BAD_REQUEST_ERROR', description } }]
}
