/** Whether a text may be a currency (ISO 4217). `Intl.NumberFormat` throws for any other text. */
export const isCurrency = (text: string) => /^[A-Z]{3}$/i.test(text)

/** @returns the number of a currency's decimals: 2 for USD, 0 for JPY and for unknown texts. */
function decimalsOf(currency: string): number {
  if (!isCurrency(currency)) return 0
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** How an amount of money is written. */
export interface MoneyOptions {
  isShort?: boolean
  isNamed?: boolean
}

/**
 * Formats an amount of money: '$29.00', '¥2,900'.
 * @param amount in the currency's smallest unit.
 * @param currency an ISO 4217 code; of anything else, which other servers may answer, the amount alone shows.
 * @param options.isShort whether a whole amount has no decimals: '$29'.
 * @param options.isNamed whether the currency is named by its code: 'USD 29.00'.
 */
export function formatMoney(
  amount: number,
  currency: string,
  locale: string,
  { isShort = false, isNamed = false }: MoneyOptions = {},
): string {
  if (!isCurrency(currency)) return String(amount)
  const inUnits = amount / 10 ** decimalsOf(currency)
  const digits = isShort && Number.isInteger(inUnits) ? 0 : undefined
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: isNamed ? 'code' : currency === 'USD' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(inUnits)
}

/** @param amount in the currency's smallest unit. @returns a plain number: '29.00', '2900', '2.900'. */
export function plainAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  if (decimals === 0) return String(amount)
  const digits = String(amount).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
