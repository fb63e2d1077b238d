/** Whether a text may be a currency (ISO 4217). `Intl.NumberFormat` throws for any other text. */
export const isCurrency = (text: string) => /^[A-Z]{3}$/i.test(text)

/** @returns the number of a currency's decimals: 2 for USD, 0 for JPY and for unknown texts. */
export function decimalsOf(currency: string): number {
  if (!isCurrency(currency)) return 0
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** @param amount in the currency's smallest unit. @returns a plain number: '29.00', '2900', '2.900'. */
export function plainAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  if (decimals === 0) return String(amount)
  const digits = String(amount).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
