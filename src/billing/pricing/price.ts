import type { Currency, Plan } from '../../../contract/billing'

type PricedPlan = Pick<
  Plan,
  'amount_in_usd' | 'amount_in_inr' | 'interval' | 'razorpay_plan_id' | 'razorpay_plan_id_inr'
>

/** What a plan costs a visitor: shown and charged are the same (D16). */
export interface Price {
  /** In major units: 29 is $29. */
  amount: number
  currency: Currency
  /** The provider's plan that charges in this currency. */
  planId: string
}

/** @returns the price in INR where the plan is charged in INR and that is the visitor's currency. */
export function priceOf(plan: PricedPlan, currency: Currency): Price {
  if (currency === 'INR' && plan.amount_in_inr !== undefined) {
    return {
      amount: plan.amount_in_inr,
      currency,
      planId: plan.razorpay_plan_id_inr ?? plan.razorpay_plan_id,
    }
  }
  return { amount: plan.amount_in_usd, currency: 'USD', planId: plan.razorpay_plan_id }
}

/**
 * A price as text: 29 is '$29', 29.5 is '$29.50'.
 * @param locale the visitor's, unless given.
 */
export function formatPrice({ amount, currency }: Price, locale?: string): string {
  const format = (digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(amount)
  // Both currencies have a hundred smaller units.
  return format(Math.round(amount * 100) % 100 === 0 ? 0 : 2)
}

/** What follows a price: it is for a month or for a year. */
export function intervalText(interval: Plan['interval']): string {
  return interval === 'yearly' ? '/ year' : '/ month'
}
