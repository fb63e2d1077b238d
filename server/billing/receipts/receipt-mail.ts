import { buyerLines } from '../../../contract/buyer-text'
import type { Services } from '../../api/services'
import { mailDays } from '../../mail/days'
import { writeLetter } from '../../mail/letter'
import { mailTo } from '../../mail/outbox'
import { nameInMail, nameInSubject, textInMail } from '../../mail/plain-text'
import type { Mail, MailContent } from '../../store/outgoing-mail'
import { buyerOnWire } from '../buyer/buyer'
import type { BilledTo, Copy } from '../buyer/tables'
import type { TaxDocument } from '../invoices/tables'
import { priceText } from '../texts'
import type { Receipt } from './tables'

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
function receiptCopyMail(mail: {
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

type PaidReceipt = Receipt & { paidAt: Date; paymentId: string }

/** What the mails to accounting addresses need. */
export type CopyServices = Pick<
  Services,
  'clock' | 'mail' | 'productName' | 'timeZone' | 'seller' | 'tax'
>

/** The lines of whoever sells: those of the tax invoice, if there is one. */
function sellerLinesOf(seller: string | null, invoice: TaxDocument | null): readonly string[] {
  if (!invoice) return (seller ?? '').split('\n').filter(Boolean)
  const { legalName, lines, gstin } = invoice.seller
  return [legalName, ...lines, `GSTIN ${gstin}`]
}

/**
 * No notices, which are dropped beyond a day's limit (D95): whoever reads the mailbox asked for these, may keep the books
 * of many organisations, and sees no receipt elsewhere.
 * @param copies the confirmed addresses of the receipts' organisation.
 * @param receipts those that are news.
 * @param numbered their tax invoices, among others.
 * @returns a mail with each receipt to each address (D143).
 */
export function copyMailsOf(
  services: CopyServices,
  copies: readonly Pick<Copy, 'id' | 'email'>[],
  receipts: readonly PaidReceipt[],
  numbered: readonly TaxDocument[],
  now: Date,
): Mail[] {
  if (copies.length === 0) return []
  const { productName, timeZone } = services
  return receipts.flatMap((receipt) => {
    const invoice =
      numbered.find(({ receiptId, kind }) => receiptId === receipt.id && kind === 'invoice') ?? null
    const seller = sellerLinesOf(services.seller ?? null, invoice)
    const content = receiptCopyMail({ ...receipt, productName, timeZone, seller, invoice })
    return copies.map(({ id, email }) =>
      mailTo(services, { id: null, email }, { ...content, copyId: id }, now),
    )
  })
}
