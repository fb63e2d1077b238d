import type { SubscribedPlan } from './billing'

/** A plan or a receipt, with its payment method. */
export interface Paid {
  payment_method?: SubscribedPlan['payment_method'] | null
}

const names: Record<string, string> = { card: 'Card', upi: 'UPI', emandate: 'eMandate' }

/**
 * @param joint the text before a card's last digits.
 * @returns 'Visa ending in 4242', or another payment method; empty if unknown.
 */
export function methodText({ payment_method: method }: Paid, joint = 'ending in'): string {
  if (!method) return ''
  const { kind, network, last_digits } = method
  const name = network ?? names[kind] ?? kind
  return last_digits ? `${name} ${joint} ${last_digits}` : name
}
