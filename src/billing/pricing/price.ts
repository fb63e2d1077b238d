import type { Currency, Plan } from '../../../contract/billing'

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

/** @returns the price in INR for visitors with that currency, if the plan is charged in it. */
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

/** Regions (ISO 3166) with a currency of their own that is written `$`: there `$29` is another amount (D61). */
const ownDollars =
  'AG AI AR AU BB BM BN BS BZ CA CC CK CL CO CU CX DM FJ GD GY HK JM KI KN KY LC LR MS MX NA NF NR NU NZ PN SB SG SR TK TT TV TW UY VC'

/**
 * A price as text: 29 is '$29', 29.5 is '$29.50'; 'US$29' if the visitor has other dollars (D61).
 * @param locale the visitor's, unless given.
 */
export function formatPrice({ amount, currency }: Price, locale?: string): string {
  // Both currencies have 100 minor units.
  const digits = Math.round(amount * 100) % 100 === 0 ? 0 : 2
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return namedDollars(format.format(amount), currency, format)
}

/** @returns a price that names its dollars if the visitor's differ (D61). */
export function namedDollars(text: string, currency: string, format: Intl.NumberFormat): string {
  const { region } = new Intl.Locale(format.resolvedOptions().locale).maximize()
  const isForeign = currency === 'USD' && region !== undefined && ownDollars.includes(region)
  // `symbol` would do it in Canada, but say "USD 29" in Australia, and "US$29" in Britain.
  return isForeign ? text.replace('$', () => 'US$') : text
}

export function intervalText(interval: Plan['interval']): string {
  return interval === 'yearly' ? '/ year' : '/ month'
}
