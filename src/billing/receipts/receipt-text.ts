import type { Receipt } from '../../../contract/receipts'
import type { ReceiptLine } from '../../../contract/receipts-csv'
import { moneyText } from '../../lib/format'
import { visitorLocale } from '../../lib/visitor-locale'
import { siteDayOf, siteZone } from '../days'

/** @returns a day of a document: '23 November 2026'. The document names the zone once. */
export const documentDay = (isoDate: string): string => dayText(siteDayOf(isoDate))

/** @param day midnight UTC of the day. */
const dayText = (day: Date, { withYear = true } = {}) =>
  day.toLocaleDateString(visitorLocale(), {
    day: 'numeric',
    month: 'long',
    ...(withYear && { year: 'numeric' }),
    timeZone: 'UTC',
  })

type Period = Pick<Receipt, 'period_start' | 'period_end'>

/** @returns the first and last day of a period: '23 November to 22 December 2026'; empty if unknown. */
export function periodInWords({ period_start: start, period_end: end }: Period): string {
  if (!start || !end) return ''
  const first = siteDayOf(start)
  const last = siteZone().lastDayBefore(new Date(end))
  const withYear = first.getUTCFullYear() !== last.getUTCFullYear()
  return `${dayText(first, { withYear })} to ${dayText(last)}`
}

const days = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

/**
 * @returns the first and last day of a period: '14 Nov – 13 Dec 2026'; empty if unknown. It breaks only after the
 * dash.
 */
export function periodText(
  { period_start: start, period_end: end }: Period,
  { language, withYear = true }: { language?: string; withYear?: boolean } = {},
): string {
  if (!start || !end) return ''
  const format = withYear ? ({ ...days, year: 'numeric' } as const) : days
  return new Intl.DateTimeFormat(visitorLocale(language), format)
    .formatRange(siteDayOf(start), siteZone().lastDayBefore(new Date(end)))
    .replaceAll(' ', '\u00a0')
    .replace(/\s*–\s*/u, '\u00a0– ')
}

/** @returns the amounts of a partial refund: '₹500 of ₹1,999'. */
export function partText(part: number, amount: number, currency: string): string {
  const money = (sum: number) => moneyText(sum, currency, { isShort: true })
  return `${money(part)} of ${money(amount)}`
}

/** @returns the state of the payment in a word or two, and the amounts if it was refunded in part. */
export function stateTexts(receipt: Receipt): [state: string, part?: string] {
  const { state, amount, refunded_amount, currency, is_due } = receipt
  if (state === 'unpaid') return [is_due === false ? 'Not charged' : 'Unpaid']
  if (state === 'paid') return ['Paid']
  if (refunded_amount >= amount) return ['Refunded']
  return ['Partly refunded', partText(refunded_amount, amount, currency)]
}

/** @returns what a row is: the state of a payment, or a further document about it. */
export const rowText = (line: ReceiptLine): string =>
  line.further
    ? line.further.kind === 'credit-note'
      ? 'Credit note'
      : 'Corrected invoice'
    : stateTexts(line).join(' ')
