import type { SubscribedPlan } from '../../../contract/billing'
import { now } from '../../lib/server-clock'
import { settings } from '../../settings'
import { formatPrice, priceOf } from './price'

const day = 24 * 60 * 60 * 1_000

/**
 * The cost of ending a plan now (D19).
 * @returns '23 paid days of Growth (about $76) are not refunded.'; a general text if its period is unknown.
 */
export function lostTime(plan: SubscribedPlan): string {
  const { name, period_start, renews_at, ends_at, payment_state } = plan
  const isKnown = payment_state === 'paid' && settings.extensions.includes('billing-details')
  const start = Date.parse((isKnown && period_start) || '')
  const end = Date.parse(renews_at ?? ends_at ?? '')
  const whole = Math.round((end - start) / day)
  const left = Math.min(Math.floor((end - now()) / day), whole)
  if (!(whole > 0) || !(left > 0)) return 'Paid time that is left is not refunded.'
  const price = priceOf(plan, 'INR')
  const about = formatPrice({ ...price, amount: Math.round((price.amount * left) / whole) })
  return left === 1
    ? `1 paid day of ${name} (about ${about}) is not refunded.`
    : `${left} paid days of ${name} (about ${about}) are not refunded.`
}
