import { decimalsOf } from '../../../contract/money'
import type { Receipt } from '../../../contract/receipts'
import { moneyText } from '../../lib/format'
import { visitorLocale } from '../../lib/visitor-locale'
import { siteDayOf, siteZone } from '../days'

/**
 * @param amount in the currency's smallest unit: 2900 is '$29.00', and '¥2,900'.
 * @param language the visitor's, unless given.
 */
export function amountText(amount: number, currency: string, language?: string): string {
  return moneyText(amount / 10 ** decimalsOf(currency), currency, undefined, language)
}

const days = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

/**
 * @returns the first and the last day of a period: '14 Nov – 13 Dec 2026'; empty if unknown. Where it doesn't fit,
 *   it breaks behind the dash only.
 */
export function periodText(
  { period_start: start, period_end: end }: Pick<Receipt, 'period_start' | 'period_end'>,
  { language, withYear = true }: { language?: string; withYear?: boolean } = {},
): string {
  if (!start || !end) return ''
  const format = withYear ? ({ ...days, year: 'numeric' } as const) : days
  return new Intl.DateTimeFormat(visitorLocale(language), format)
    .formatRange(siteDayOf(start), siteZone().lastDayBefore(new Date(end)))
    .replaceAll(' ', '\u00a0')
    .replace(/\s*–\s*/u, '\u00a0– ')
}

/** @returns the state of the payment, in a word or two. */
export function stateText({ state, amount, refunded_amount, is_due }: Receipt): string {
  if (state === 'unpaid') return is_due === false ? 'Not charged' : 'Unpaid'
  if (state === 'paid') return 'Paid'
  return refunded_amount < amount ? 'Partly refunded' : 'Refunded'
}
