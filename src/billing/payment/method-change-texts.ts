import type { SubscribedPlan } from '../../../contract/billing'
import { formatDay, formatDays } from '../days'
import { everyInterval, ownPriceText } from '../pricing/price'
import { namedMethod } from '../subscribed-plan'

/*
 * Texts about the charges of a changed payment method, before and after the change (D110). Razorpay's behaviour:
 * https://razorpay.com/docs/payments/subscriptions/payment-retries/
 */

/** @returns sentences about the amount and day that another card will be charged. */
export function methodChangeTexts(plan: SubscribedPlan, tax: string): string[] {
  const { payment_method: method, interval, renews_at, unpaid_from, unpaid_until } = plan
  const price = ownPriceText(plan, tax)
  const old = namedMethod(plan)
  const card = `You’ll enter ${method?.kind === 'card' ? 'another' : 'a'} card at checkout.`
  const trial = 'Your bank may show a small test charge, refunded at once.'
  const from = (day: string | undefined) => (day ? formatDay(day, true) : 'the next charge')
  const later = `pays ${price} ${everyInterval(interval)}`
  if (plan.payment_state === 'pending') {
    return [
      `${card} The overdue ${price} will be charged to it right away; after that it ${later}.`,
      ...(old ? [`${old} won’t be charged any more.`] : []),
    ]
  }
  if (plan.payment_state === 'halted') {
    const missed = unpaid_from ? ` ${formatDays(unpaid_from, unpaid_until)} stays unpaid.` : ''
    return [
      `${card} Nothing will be charged today.${missed} Your plan continues, and the new card ${later} from ${from(unpaid_until)}.`,
      trial,
    ]
  }
  return [
    `${card} Nothing will be charged today: the new card will be used for the next charge, and ${later} from ${from(renews_at)}.`,
    trial,
  ]
}

/** @returns a few words about the charges, for checkout. */
export function methodChangeTitle(plan: SubscribedPlan, tax: string): string {
  return plan.payment_state === 'pending'
    ? `${plan.name}: another card, charged ${ownPriceText(plan, tax)} now`
    : `${plan.name}: another card, nothing is charged now`
}

/**
 * @param after the plan after the change, or null if it has ended.
 * @returns the amounts charged and due; undefined if nothing is known.
 */
export function methodChangeResult(
  before: SubscribedPlan,
  after: SubscribedPlan | null,
  tax: string,
): string | undefined {
  if (!after) return undefined
  const price = ownPriceText(after, tax)
  const payer = namedMethod(after) ?? 'The new card'
  if (after.payment_state === 'pending') return `${price} is still overdue.`
  if (after.payment_state !== 'paid') return undefined
  const next =
    after.renews_at && `${payer} will be charged ${price} on ${formatDay(after.renews_at, true)}.`
  if (before.payment_state === 'pending')
    return [`The overdue ${price} was charged.`, next].filter(Boolean).join(' ')
  return [before.payment_state === 'halted' && 'Your plan continues.', next]
    .filter(Boolean)
    .join(' ')
}
