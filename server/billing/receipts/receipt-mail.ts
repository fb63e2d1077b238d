import { buyerLines } from '../../../contract/buyer-text'
import type { Services } from '../../api/services'
import { mailDays } from '../../mail/days'
import { writeLetter } from '../../mail/letter'
import { mailTo } from '../../mail/outbox'
import { nameInMail, nameInSubject, textInMail } from '../../mail/plain-text'
import type { Mail, MailContent } from '../../store/outgoing-mail'
import { buyerOnWire } from '../buyer/buyer'
import type { Copy } from '../buyer/tables'
import type { TaxDocument } from '../invoices/tables'
import { priceText } from '../texts'
import type { Receipt } from './tables'

/** A receipt whose payment is known. */
export type PaidReceipt = Receipt & { paidAt: Date; paymentId: string }

type PaidPeriod = Pick<
  PaidReceipt,
  'planName' | 'amount' | 'currency' | 'paidAt' | 'periodStart' | 'periodEnd'
>

/**
 * Tells an admin that a plan was paid.
 * @param mail.invoiceNumber the number of the tax invoice; null: there is only a receipt.
 * @param mail.link the address of the receipt's page, for signed-in admins.
 * @param mail.timeZone the site's time zone.
 */
export function receiptMail(
  mail: PaidPeriod & {
    productName: string
    fullName: string
    invoiceNumber: string | null
    link: string
    timeZone: string
  },
): MailContent {
  const { productName, periodStart, periodEnd, invoiceNumber } = mail
  const document = invoiceNumber === null ? 'receipt' : 'tax invoice'
  const numbered = invoiceNumber === null ? document : `${document} ${invoiceNumber}`
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
    action: { label: `See the ${document}`, link: mail.link },
    notes: [
      `All admins of the organisation get this mail. The ${document} is for signed-in admins. ${note}`,
    ],
  })
}

/**
 * Writes a copy of a receipt to an accounting address (D143). It has everything that an accountant books, and no link,
 * because its reader can't sign in.
 * @param mail.seller the lines of the seller's name and address; empty: not set.
 * @param mail.timeZone the site's time zone.
 * @param mail.invoice the tax invoice; null: none.
 */
function receiptCopyMail(
  mail: PaidReceipt & {
    productName: string
    seller: readonly string[]
    timeZone: string
    invoice: TaxDocument | null
  },
): MailContent {
  const { productName, billedTo, periodStart, periodEnd, invoice } = mail
  const { day, lastDay, note } = mailDays(mail.timeZone)
  const price = (amount: number) => priceText(amount, mail.currency)
  const plan = nameInMail(mail.planName)
  const organisation = nameInMail(mail.organisationName)
  const period = periodStart && periodEnd ? `, ${day(periodStart)} to ${lastDay(periodEnd)}` : ''
  const document = invoice ? `Tax invoice ${invoice.number}` : 'Receipt'
  return writeLetter({
    productName,
    subject: `${document} for ${nameInSubject(mail.organisationName)}: ${price(mail.amount)}`,
    heading: `${price(mail.amount)} for ${plan}`,
    paragraphs: [
      ...(mail.seller.length > 0 ? [`Sold by: ${inOneLine(mail.seller)}`] : []),
      `Billed to: ${billedTo ? inOneLine(buyerLines(buyerOnWire(billedTo))) : organisation}`,
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
      `An admin of ${organisation} added this address, so that it gets copies of receipts. Any admin there can remove it. ${note}`,
    ],
  })
}

const inOneLine = (lines: readonly string[]) => lines.map(textInMail).join(', ')

/** The services for mails to accounting addresses. */
export type CopyServices = Pick<
  Services,
  'clock' | 'mail' | 'productName' | 'timeZone' | 'seller' | 'tax'
>

/** @returns the seller's lines on the tax invoice, or else those of the setting. */
function sellerLinesOf(seller: string | null, invoice: TaxDocument | null): readonly string[] {
  if (!invoice) return (seller ?? '').split('\n').filter(Boolean)
  const { legalName, lines, gstin } = invoice.seller
  return [legalName, ...lines, `GSTIN ${gstin}`]
}

/**
 * Writes a copy of a receipt to each accounting address. The copies aren't notices, which are dropped beyond a
 * day's limit (D95): a mailbox may get the receipts of many organisations, and has no other way to see them.
 * @param copies the organisation's confirmed addresses.
 */
export function copyMailsOf(
  services: CopyServices,
  copies: readonly Pick<Copy, 'id' | 'email'>[],
  { receipt, invoice }: { receipt: PaidReceipt; invoice: TaxDocument | null },
  now: Date,
): Mail[] {
  const { productName, timeZone } = services
  const seller = sellerLinesOf(services.seller ?? null, invoice)
  const content = receiptCopyMail({ ...receipt, productName, timeZone, seller, invoice })
  return copies.map(({ id, email }) =>
    mailTo(services, { id: null, email }, { ...content, copyId: id }, now),
  )
}
