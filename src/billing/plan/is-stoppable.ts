import type { SubscribedPlan } from '../../../contract/billing'

/** Whether a plan's renewal can be stopped: it is paid, and its period's end is known (D81). */
export function isStoppable({ payment_state, renews_at }: SubscribedPlan): boolean {
  return payment_state === 'paid' && renews_at !== undefined
}
