import type { PaymentMethod } from '../api/payments'

/** @returns 'Visa ending in 4242', or another payment method, as far as known; null if nothing is. */
export function methodText(method: PaymentMethod | null | undefined): string | null {
  if (!method) return null
  const { kind, network, lastDigits } = method
  const name = network ?? { card: 'Card', upi: 'UPI', emandate: 'eMandate' }[kind] ?? kind
  return lastDigits ? `${name} ending in ${lastDigits}` : name
}

/**
 * @param amount in the currency's smallest unit, whose number of decimals Intl knows.
 * @returns '$29.00'.
 */
export function priceText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits)
}

/** Minor units per major unit in all our currencies: cents, paise. */
const unitsPerMajorUnit = 100

/**
 * @param amount in minor units: 2900 is $29.
 * @returns major units, for the contract (D16). One division of integers gives the same number as
 *   parsing the decimal text; nobody calculates with it.
 */
export function toMajorUnits(amount: number): number {
  return amount / unitsPerMajorUnit
}
