import { mailDays } from '../../mail/days'
import { writeLetter } from '../../mail/letter'
import { nameInMail, nameInSubject } from '../../mail/plain-text'
import type { MailContent } from '../../store/outgoing-mail'
import { priceText } from '../texts'

/**
 * Tells an admin that a plan was paid, with a link to the receipt.
 * @param mail.amount in the currency's smallest unit.
 * @param mail.link to the receipt, for admins who are signed in.
 * @param mail.timeZone the site's.
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
  timeZone: string
}): MailContent {
  const { productName, periodStart, periodEnd } = mail
  const { day, lastDay, note } = mailDays(mail.timeZone)
  const price = priceText(mail.amount, mail.currency)
  const period =
    periodStart && periodEnd ? ` It covers ${day(periodStart)} to ${lastDay(periodEnd)}.` : ''
  return writeLetter({
    productName,
    subject: `Your receipt for ${nameInSubject(mail.planName)} on ${productName}`,
    heading: `${price} for ${nameInMail(mail.planName)}`,
    paragraphs: [
      `Hello ${nameInMail(mail.fullName)},`,
      `We received ${price} for the plan ${nameInMail(mail.planName)} on ${day(mail.paidAt)}.${period} Thank you.`,
    ],
    action: { label: 'See the receipt', link: mail.link },
    notes: [
      `All admins of the organisation get this mail. The receipt is for signed-in admins. ${note}`,
    ],
  })
}
