import type { SubscribedPlan } from '../../contract/billing'
import { methodText, type Paid } from '../../contract/payment-method'

/** @returns the payment method, for a sentence; null if all that is known is that it is a card. */
export function namedMethod(plan: Paid): string | null {
  const { kind, last_digits } = plan.payment_method ?? {}
  return kind === 'card' && !last_digits ? null : methodText(plan) || null
}

/**
 * Whether the provider's checkout can change a plan's payment method (D110): to another card, while its charges work,
 * are retried or were given up, and unless nothing more is charged anyway.
 */
export function canChangeMethod(plan: SubscribedPlan): boolean {
  const { subscription_id, payment_state = '', ends_at } = plan
  const isStopped = payment_state === 'paid' && ends_at !== undefined
  return Boolean(subscription_id) && !isStopped && changeable.includes(payment_state)
}

const changeable = ['paid', 'pending', 'halted']
