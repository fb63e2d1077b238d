import type { SubscribedPlan } from './billing'

/** A plan or a receipt, with its payment method. */
export interface Paid {
  payment_method?: SubscribedPlan['payment_method'] | null
}

/**
 * @param joint the text before a card's last digits.
 * @returns 'Visa ending in 4242', or another payment method; empty if unknown.
 */
export function methodText({ payment_method: method }: Paid, joint = 'ending in'): string {
  if (!method) return ''
  const { kind, network, last_digits } = method
  const name = network ?? (kind === 'card' ? 'Card' : kind === 'upi' ? 'UPI' : kind)
  return last_digits ? `${name} ${joint} ${last_digits}` : name
}
