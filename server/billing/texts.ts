import type { PaymentMethod } from '../api/payments'

/** @returns 'Visa ending in 4242', or as much as is known of the payment method; null: nothing is. */
export function methodText(method: PaymentMethod | null | undefined): string | null {
  if (!method) return null
  const { kind, network, lastDigits } = method
  const name = network ?? { card: 'Card', upi: 'UPI', emandate: 'eMandate' }[kind] ?? kind
  return lastDigits ? `${name} ending in ${lastDigits}` : name
}

/**
 * @param amount in the currency's smallest unit. `Intl` knows its number of decimals.
 * @returns '$29.00'.
 */
export function priceText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits)
}

/**
 * Converts cents or paise to dollars or rupees, for the contract (D16). Dividing once gives the same number as parsing the
 * decimal text, and nobody calculates with the result.
 */
export function toMajorUnits(amount: number): number {
  return amount / 100
}
