import { formatMoney, type MoneyOptions } from '../../contract/money'
import { methodText as textOf } from '../../contract/payment-method'
import type { PaymentMethod } from '../api/payments'

/** @returns 'Visa ending in 4242', or as much as is known of the payment method; null: nothing is. */
export function methodText(method: PaymentMethod | null | undefined): string | null {
  if (!method) return null
  const { lastDigits: last_digits, ...known } = method
  return textOf({ payment_method: { ...known, last_digits } })
}

/**
 * @param amount in the currency's smallest unit.
 * @param options as in `formatMoney`.
 * @returns '$29.00'.
 */
export const priceText = (amount: number, currency: string, options?: MoneyOptions): string =>
  formatMoney(amount, currency, 'en', options)

/**
 * Converts cents or paise to dollars or rupees, for the contract (D16). Dividing once gives the same number as parsing the
 * decimal text, and nobody calculates with the result.
 */
export function toMajorUnits(amount: number): number {
  return amount / 100
}
