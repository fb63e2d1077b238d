import { formatMoney, type MoneyOptions } from '../../contract/money'
import { lazily } from './lazily'
import { visitorLocale, visitorRegion } from './visitor-locale'

/** @returns midnight UTC of an instant's day in the visitor's time zone. */
export function visitorsDay(instant: Date): Date {
  return new Date(Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate()))
}

/** Whether a text is an ISO 8601 day, which is the same in every time zone. */
export const isWholeDay = (isoDate: string) => /^\d{4}-\d\d-\d\d$/.test(isoDate)

/**
 * Creates a format of day, short month and year (D97). Keep the result, because a page's first format takes 20 ms to
 * create.
 * @param language the visitor's, unless given (D104).
 * @param dayOf returns midnight UTC of an instant's day, by default the visitor's day.
 * @returns a function that formats an ISO 8601 day or instant.
 */
export function createDateFormat(
  language?: string,
  dayOf: (instant: Date) => Date = visitorsDay,
): (isoDate: string) => string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  const days = lazily(() => new Intl.DateTimeFormat(visitorLocale(language), options))
  return (isoDate) => {
    const date = new Date(isoDate)
    return days().format(isWholeDay(isoDate) ? date : dayOf(date))
  }
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
