import type { Currency, Plan } from '../../../contract/billing'
import { moneyText } from '../../lib/format'

type PricedPlan = Pick<
  Plan,
  'amount_in_usd' | 'amount_in_inr' | 'interval' | 'razorpay_plan_id' | 'razorpay_plan_id_inr'
>

/** A plan's price for a visitor, as shown and charged (D16). */
export interface Price {
  /** In major units: 29 is $29. */
  amount: number
  currency: Currency
  /** The provider's plan that charges in this currency. */
  planId: string
}

/** @returns the price in INR for visitors with that currency, if the plan is charged in INR. */
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

/** @returns a subscribed plan's price: in INR only if the plan is charged in INR. */
export const ownPriceOf = (plan: PricedPlan): Price => priceOf(plan, 'INR')

/**
 * Formats a price: 29 is '$29', 29.5 is '$29.50'; 'US$29' if the visitor's own currency is another dollar.
 * @param language defaults to the visitor's.
 */
export function formatPrice({ amount, currency }: Price, language?: string): string {
  // Both currencies have 100 minor units.
  return moneyText(Math.round(amount * 100), currency, { isShort: true, language })
}

/** @returns a plan's price in dollars per month, to compare plans. */
export function perMonth({ amount_in_usd, interval }: PricedPlan): number {
  return interval === 'yearly' ? amount_in_usd / 12 : amount_in_usd
}

export function everyInterval(interval: Plan['interval']): string {
  return interval === 'yearly' ? 'every year' : 'every month'
}

export function intervalText(interval: Plan['interval']): string {
  return interval === 'yearly' ? '/ year' : '/ month'
}

/** @returns the line below a price: 'Billed every month', or '$82.50 per month, billed once a year'. */
export function billedText(price: Price, interval: Plan['interval']): string {
  if (interval === 'monthly') return 'Billed every month'
  return `${formatPrice({ ...price, amount: price.amount / 12 })} per month, billed once a year`
}

/**
 * @param tax the words for the tax that the price contains.
 * @returns a subscribed plan's price as text: '₹1,999 incl. GST'.
 */
export const ownPriceText = (plan: PricedPlan, tax: string): string =>
  formatPrice(ownPriceOf(plan)) + tax

/**
 * The saving of paying yearly, if every plan exists for both intervals in one currency (D33).
 * @returns 'save 17%', or 'save up to 17%' where plans differ; null unless every plan saves something.
 */
export function yearlySaving(plans: readonly Plan[], currency: Currency): string | null {
  const names = new Set(plans.map((plan) => plan.name))
  const percentages: number[] = []
  for (const name of names) {
    const monthly = plans.find((plan) => plan.name === name && plan.interval === 'monthly')
    const yearly = plans.find((plan) => plan.name === name && plan.interval === 'yearly')
    if (!monthly || !yearly) return null
    const month = priceOf(monthly, currency)
    const year = priceOf(yearly, currency)
    if (month.currency !== year.currency) return null
    // Skips free plans.
    if (month.amount === 0 && year.amount === 0) continue
    percentages.push(Math.round((1 - year.amount / (12 * month.amount)) * 100))
  }
  const [least, most] = [Math.min(...percentages), Math.max(...percentages)]
  if (percentages.length === 0 || !(least > 0)) return null
  return least === most ? `save ${most}%` : `save up to ${most}%`
}
