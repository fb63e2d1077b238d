import type { SubscribedPlan } from '../../../contract/billing'
import { now } from '../../lib/server-clock'
import { settings } from '../../settings'
import { oneDay } from '../days'
import { formatPrice, ownPriceOf, ownPriceText } from './price'

/**
 * Returns the cost of ending a plan now (D109).
 * @returns '23 paid days of Growth (about $76) won’t be refunded.'; a general text if the period is unknown; null
 * if no paid time is left.
 */
export function unrefundedText(plan: SubscribedPlan): string | null {
  const { name, period_start, paid_until, renews_at, ends_at, payment_state, unpaid_from } = plan
  const isKnown = payment_state !== undefined && settings.isOurServer
  const isPaid = payment_state === 'paid' || payment_state === 'paused'
  if (isKnown && (!isPaid || unpaid_from)) return null
  const start = Date.parse((isKnown && period_start) || '')
  const end = Date.parse(paid_until ?? renews_at ?? ends_at ?? '')
  const whole = Math.round((end - start) / oneDay)
  if (!(whole > 0)) return 'Paid time that is left won’t be refunded.'
  if (end <= now()) return null
  const left = Math.min(Math.floor((end - now()) / oneDay), whole)
  if (left === 0) return 'The rest of the last paid day won’t be refunded.'
  const price = ownPriceOf(plan)
  const about = formatPrice({ ...price, amount: Math.round((price.amount * left) / whole) })
  return left === 1
    ? `1 paid day of ${name} (about ${about}) won’t be refunded.`
    : `${left} paid days of ${name} (about ${about}) won’t be refunded.`
}

/** @returns what happens to a plan's pending charge when the plan ends; null if none is pending. */
export function overdueText(plan: SubscribedPlan, tax: string): string | null {
  return plan.payment_state === 'pending'
    ? `The overdue ${ownPriceText(plan, tax)} for ${plan.name} won’t be charged.`
    : null
}
