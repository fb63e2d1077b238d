import type { MailContent } from '../store/entities'
import { writeLetter } from './letter'
import { nameInMail, nameInSubject } from './plain-text'

/**
 * Tells an admin that a plan was paid, with a link to the receipt.
 * @param mail.amount in the currency's smallest unit.
 * @param mail.link to the receipt, for admins who are signed in.
 */
export function receiptMail(mail: {
  productName: string
  fullName: string
  planName: string
  amount: number
  currency: string
  paidAt: Date
  periodStart: Date | null
  periodEnd: Date | null
  link: string
}): MailContent {
  const { productName, periodStart, periodEnd } = mail
  const price = priceText(mail.amount, mail.currency)
  const period =
    periodStart && periodEnd
      ? ` It pays for ${dateText(periodStart)} to ${dateText(lastDayBefore(periodEnd))}.`
      : ''
  return writeLetter({
    productName,
    subject: `Your receipt for ${nameInSubject(mail.planName)} on ${productName}`,
    heading: `${price} for ${nameInMail(mail.planName)}`,
    paragraphs: [
      `Hello ${nameInMail(mail.fullName)},`,
      `We received ${price} for the plan ${nameInMail(mail.planName)} on ${dateText(mail.paidAt)}.${period} Thank you.`,
    ],
    action: { label: 'See the receipt', link: mail.link },
    notes: ['All admins of the organisation get this mail. The receipt is for signed-in admins.'],
  })
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const dateText = (date: Date) => dates.format(date)

/** @returns the last day of a period that ends at an instant. */
function lastDayBefore(end: Date): Date {
  const last = new Date(end)
  last.setUTCDate(last.getUTCDate() - 1)
  return last
}

/** @param amount in the currency's smallest unit, whose number of decimals Intl knows. */
function priceText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits)
}
