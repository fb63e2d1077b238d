/**
 * @param amount in the currency's smallest unit, whose number of decimals Intl knows.
 * @returns '$29.00'.
 */
export function priceText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits)
}
