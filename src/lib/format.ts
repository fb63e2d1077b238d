import { formatMoney, type MoneyOptions } from '../../contract/money'
import { lazily } from './lazily'
import { visitorLocale, visitorRegion } from './visitor-locale'

/** @returns midnight UTC of an instant's day in the visitor's time zone. */
export function visitorsDay(instant: Date): Date {
  return new Date(Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate()))
}

/** Whether a text is an ISO 8601 day, which is the same in every time zone. */
export const isWholeDay = (isoDate: string) => /^\d{4}-\d\d-\d\d$/.test(isoDate)

/** Created once, because a page's first format takes 20 ms. */
const dates = lazily(() => {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(visitorLocale(), parts)
})

/** @param day midnight UTC. @returns '12 Oct 2026' (D97). */
export const dayInTable = (day: Date): string => dates().format(day)

/** Formats an ISO 8601 day, or the visitor's day of an instant: '12 Oct 2026'. */
export function formatDate(isoDate: string): string {
  const date = new Date(isoDate)
  return dayInTable(isWholeDay(isoDate) ? date : visitorsDay(date))
}

/** Regions (ISO 3166) whose own currency is written `$`: there `$29` is another amount (D16). */
const ownDollars =
  'AG AI AR AU BB BM BN BS BZ CA CC CK CL CO CU CX DM FJ GD GY HK JM KI KN KY LC LR MS MX NA NF NR NU NZ PN SB SG SR TK TT TV TW UY VC'

/**
 * Formats an amount of money for the visitor: '$29.00', '¥2,900'; 'US$29.00' if the visitor has other dollars.
 * @param amount in the currency's smallest unit.
 * @param currency an ISO 4217 code; for any other text, which other servers may send, only the amount shows.
 * @param options.isShort whether a whole amount has no decimals: '$29'.
 * @param options.isNamed whether the currency is named by its code: 'USD 29.00'.
 * @param options.language the visitor's, unless given.
 */
export function moneyText(
  amount: number,
  currency: string,
  { language, ...options }: MoneyOptions & { language?: string | undefined } = {},
): string {
  const text = formatMoney(amount, currency, visitorLocale(language), options)
  const region = visitorRegion(language)
  // For other dollars the bare sign would be ambiguous. `symbol` would do it in Canada, but say "USD 29" in Australia, and
  // "US$29" in Britain.
  return currency === 'USD' && region !== undefined && ownDollars.includes(region)
    ? text.replace('$', () => 'US$')
    : text
}
