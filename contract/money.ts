/** Whether a text may be a currency (ISO 4217): of anything else `Intl.NumberFormat` throws. */
export const isCurrency = (text: string) => /^[A-Z]{3}$/i.test(text)

/** @returns how many decimals a currency has: 2 of USD, 0 of JPY, and of what is no currency. */
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
