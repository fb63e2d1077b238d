import { buyerLines } from '../../../contract/buyer-text'
import { mailDays } from '../../mail/days'
import { writeLetter } from '../../mail/letter'
import { nameInMail, nameInSubject, textInMail } from '../../mail/plain-text'
import type { MailContent } from '../../store/outgoing-mail'
import { buyerOnWire } from '../buyer/buyer'
import type { BilledTo } from '../buyer/tables'
import type { TaxDocument } from '../invoices/tables'
import { priceText } from '../texts'

/**
 * Tells an admin that a plan was paid, with a link to the receipt.
 * @param mail.amount in the currency's smallest unit.
 * @param mail.invoiceNumber of its tax invoice; null: it is a receipt.
 * @param mail.link to the paper, for admins who are signed in.
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
  invoiceNumber: string | null
  link: string
  timeZone: string
}): MailContent {
  const { productName, periodStart, periodEnd, invoiceNumber } = mail
  const paper = invoiceNumber === null ? 'receipt' : 'tax invoice'
  const numbered = invoiceNumber === null ? paper : `${paper} ${invoiceNumber}`
  const { day, lastDay, note } = mailDays(mail.timeZone)
  const price = priceText(mail.amount, mail.currency)
  const period =
    periodStart && periodEnd ? ` It covers ${day(periodStart)} to ${lastDay(periodEnd)}.` : ''
  return writeLetter({
    productName,
    subject: `Your ${numbered} for ${nameInSubject(mail.planName)} on ${productName}`,
    heading: `${price} for ${nameInMail(mail.planName)}`,
    paragraphs: [
      `Hello ${nameInMail(mail.fullName)},`,
      `We received ${price} for the plan ${nameInMail(mail.planName)} on ${day(mail.paidAt)}.${period} Thank you.`,
    ],
    action: { label: `See the ${paper}`, link: mail.link },
    notes: [
      `All admins of the organisation get this mail. The ${paper} is for signed-in admins. ${note}`,
    ],
  })
}

/**
 * A paid receipt as an accountant books it, who can't sign in: a copy for an accounting address (D143).
 * @param mail.organisationName null: unknown.
 * @param mail.seller the lines of whoever sells; none: not set.
 * @param mail.billedTo null: the organisation, by its name.
 * @param mail.amount in the currency's smallest unit.
 * @param mail.timeZone the site's.
 * @param mail.invoice its tax invoice; null: none.
 */
export function receiptCopyMail(mail: {
  productName: string
  organisationName: string | null
  seller: readonly string[]
  billedTo: BilledTo | null
  planName: string
  amount: number
  currency: string
  paidAt: Date
  periodStart: Date | null
  periodEnd: Date | null
  paymentId: string
  timeZone: string
  invoice: TaxDocument | null
}): MailContent {
  const { productName, organisationName, billedTo, periodStart, periodEnd, invoice } = mail
  const { day, lastDay, note } = mailDays(mail.timeZone)
  const price = (amount: number) => priceText(amount, mail.currency)
  const plan = nameInMail(mail.planName)
  const organisation = organisationName === null ? null : nameInMail(organisationName)
  const period = periodStart && periodEnd ? `, ${day(periodStart)} to ${lastDay(periodEnd)}` : ''
  const paper = invoice ? `Tax invoice ${invoice.number}` : 'Receipt'
  const whose = organisationName === null ? '' : ` for ${nameInSubject(organisationName)}`
  return writeLetter({
    productName,
    subject: `${paper}${whose}: ${price(mail.amount)}`,
    heading: `${price(mail.amount)} for ${plan}`,
    paragraphs: [
      ...(mail.seller.length > 0 ? [`Sold by: ${inOneLine(mail.seller)}`] : []),
      `Billed to: ${billedTo ? inOneLine(buyerLines(buyerOnWire(billedTo))) : (organisation ?? 'your organisation')}`,
      ...(billedTo?.reference ? [`Your reference: ${textInMail(billedTo.reference)}`] : []),
      `For: the plan ${plan}${period}`,
      `Amount: ${price(mail.amount)}, paid on ${day(mail.paidAt)}`,
      `Payment: ${mail.paymentId}`,
      ...(invoice
        ? [
            `Tax invoice: ${invoice.number} of ${day(invoice.issuedAt)}`,
            `Place of supply: ${textInMail(invoice.placeOfSupply)}. SAC: ${invoice.taxCode}`,
            `Taxable amount: ${price(invoice.taxableAmount)}`,
            ...invoice.tax.map(({ name, rate, amount }) => `${name}, ${rate}%: ${price(amount)}`),
          ]
        : []),
    ],
    action: null,
    notes: [
      `An admin of ${organisation ?? 'the organisation'} added this address, so that it gets copies of receipts. Any admin there can remove it. ${note}`,
    ],
  })
}

const inOneLine = (lines: readonly string[]) => lines.map(textInMail).join(', ')
