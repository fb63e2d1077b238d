import { buyerLines, isAbroad } from '../../../contract/buyer-text'
import type { Services } from '../../api/services'
import { mailDays } from '../../mail/days'
import { writeLetter } from '../../mail/letter'
import { mailTo } from '../../mail/outbox'
import { counted, exactInMail, nameInMail, nameInSubject, textInMail } from '../../mail/plain-text'
import { oneLine } from '../../people/visible-text'
import type { Mail, MailContent } from '../../store/outgoing-mail'
import { buyerOnWire } from '../buyer/buyer'
import type { Copy } from '../buyer/tables'
import type { TaxDocument } from '../invoices/tables'
import { daysOfPaperLink, openPaperPath, type PaperSecrets, paperToken } from '../papers/token'
import { priceText } from '../texts'
import type { Receipt } from './tables'

export type PaidReceipt = Receipt & { paidAt: Date; paymentId: string }

/** Whether the payment of a receipt is known. */
export const isPaid = (receipt: Receipt): receipt is PaidReceipt =>
  receipt.paidAt !== null && receipt.paymentId !== null

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
    ...mail,
    subject: `Your ${numbered} for ${nameInSubject(mail.planName)} on ${productName}`,
    heading: `${price} for ${nameInMail(mail.planName)}`,
    paragraphs: [
      `We received ${price} for the plan ${nameInMail(mail.planName)} on ${day(mail.paidAt)}.${period} Thank you.`,
    ],
    action: { label: `See the ${document}`, link: mail.link },
    notes: [
      `All admins of the organisation get this email. The ${document} is for signed-in admins. ${note}`,
    ],
  })
}

/**
 * Tells an admin that a payment was refunded.
 * @param mail.refunded the refunded amount, in the currency's smallest unit.
 * @param mail.creditNote the credit note; null: there is only a receipt.
 * @param mail.link the address of the document's page, for signed-in admins.
 * @param mail.timeZone the site's time zone.
 */
export function refundedMail(
  mail: PaidPeriod & {
    productName: string
    fullName: string
    refunded: number
    creditNote: NumberedDocument | null
    link: string
    timeZone: string
  },
): MailContent {
  const { productName, creditNote } = mail
  const document = creditNote ? 'credit note' : 'receipt'
  const { day, note } = mailDays(mail.timeZone)
  const refunded = priceText(mail.refunded, mail.currency)
  const name = creditNote ? `credit note ${creditNote.number}` : `refund of ${refunded}`
  const numbers = creditNote
    ? ` The credit note ${creditNote.number} is for the tax invoice ${creditNote.forNumber}.`
    : ''
  return writeLetter({
    ...mail,
    subject: `Your ${name} for ${nameInSubject(mail.planName)} on ${productName}`,
    heading: `${refunded} for ${nameInMail(mail.planName)} was refunded`,
    paragraphs: [
      `We refunded ${refunded} of the ${priceText(mail.amount, mail.currency)} that was paid for the plan ${nameInMail(mail.planName)} on ${day(mail.paidAt)}.${numbers}`,
      "You don't have to do anything. Banks usually take 5 to 7 working days until it is back.",
    ],
    action: { label: `See the ${document}`, link: mail.link },
    notes: [
      `All admins of the organisation get this email. The ${document} is for signed-in admins. ${note}`,
    ],
  })
}

/** A tax document with the number of the invoice that it is for, if there is one. */
export type NumberedDocument = TaxDocument & { forNumber: string | null }

/** @returns the tax documents, each with the number of the invoice that it is for. */
export const withForNumbers = (
  documents: readonly TaxDocument[],
  all: readonly TaxDocument[],
): NumberedDocument[] =>
  documents.map((document) => ({
    ...document,
    forNumber: all.find(({ id }) => id === document.forId)?.number ?? null,
  }))

/** The document that a copy for an accounting address is about. */
export interface DocumentToCopy {
  receipt: PaidReceipt
  /** The tax invoice or credit note; null: there is none. */
  document: NumberedDocument | null
  /** The refunded amount, in the currency's smallest unit; null: it is about the payment, or a correction. */
  refunded: number | null
}

/**
 * Writes a copy of a document to an accounting address (D143). It has everything that an accountant books, because its
 * reader can't sign in.
 * @param mail.link opens the paper without an account; null: there is none.
 * @param mail.seller the lines of the seller's name and address; empty: not set.
 * @param mail.timeZone the site's time zone.
 */
function copyMail({
  receipt,
  document,
  refunded,
  ...mail
}: DocumentToCopy & {
  productName: string
  link: string | null
  seller: readonly string[]
  timeZone: string
}): MailContent {
  const { periodStart, periodEnd } = receipt
  const billedTo = document ? document.billedTo : receipt.billedTo
  const { day, lastDay, note } = mailDays(mail.timeZone)
  const isNamed = document !== null && isAbroad(billedTo)
  const price = (amount: number) => priceText(amount, receipt.currency, { isNamed })
  const plan = nameInMail(receipt.planName)
  const organisation = nameInMail(receipt.organisationName)
  const period = periodStart && periodEnd ? `, ${day(periodStart)} to ${lastDay(periodEnd)}` : ''
  const kind = document?.kind === 'credit-note' ? 'Credit note' : 'Tax invoice'
  const unnumbered = refunded === null ? 'Receipt' : 'Refund'
  const subject = document ? `${kind} ${document.number}` : unnumbered
  const amount = price(document?.amount ?? refunded ?? receipt.amount)
  return writeLetter({
    productName: mail.productName,
    subject: `${subject} for ${nameInSubject(receipt.organisationName)}: ${amount}`,
    heading: `${subject}: ${amount} for ${plan}`,
    paragraphs: [
      ...(mail.seller.length > 0 ? [`Sold by: ${mail.seller.map(oneLine).join(', ')}`] : []),
      `Billed to: ${billedTo ? inOneLine(buyerLines(buyerOnWire(billedTo))) : organisation}`,
      ...(billedTo?.reference ? [`Your reference: ${exactInMail(billedTo.reference)}`] : []),
      `For: the plan ${plan}${period}`,
      amountLine(),
      `Payment: ${receipt.paymentId}`,
      ...(document
        ? [
            `${kind}: ${document.number} of ${day(document.issuedAt)}${forText(document)}`,
            `Place of supply: ${textInMail(document.placeOfSupply)}. SAC: ${document.taxCode}`,
            `Taxable amount: ${price(document.taxableAmount)}`,
            ...document.tax.map(({ name, rate, amount }) => `${name}, ${rate}%: ${price(amount)}`),
          ]
        : []),
    ],
    action: mail.link === null ? null : { label: 'Open the PDF', link: mail.link },
    notes: [
      ...(mail.link === null
        ? []
        : [
            `The PDF is attached. The link opens it without an account, for ${counted(daysOfPaperLink, 'day')} and while this address gets copies.`,
          ]),
      `An admin of ${organisation} added this address, so that it gets copies of receipts. Any admin there can remove it. ${note}`,
    ],
  })

  function amountLine(): string {
    const paid = `paid on ${day(receipt.paidAt)}`
    if (document?.reason === 'correction') return `Corrected: ${amount}. No money was moved.`
    if (refunded === null) return `Amount: ${amount}, ${paid}`
    return `Refunded: ${amount} of ${price(receipt.amount)}, ${paid}`
  }
}

/** @returns the words for the invoice that a document credits or replaces; empty for the invoice of a payment. */
function forText({ kind, forNumber }: NumberedDocument): string {
  if (forNumber === null) return ''
  return kind === 'credit-note' ? `, for the tax invoice ${forNumber}` : `, instead of ${forNumber}`
}

const inOneLine = (lines: readonly string[]) => lines.map(textInMail).join(', ')

export type CopyServices = Pick<
  Services,
  'clock' | 'mail' | 'productName' | 'timeZone' | 'seller' | 'tax' | 'appUrl'
> &
  PaperSecrets

/** @returns the seller's lines on the tax document, or else those of the setting. */
function sellerLinesOf(seller: string | null, document: TaxDocument | null): readonly string[] {
  if (!document) return (seller ?? '').split('\n').filter(Boolean)
  const { legalName, lines, gstin } = document.seller
  return [legalName, ...lines, `GSTIN ${gstin}`]
}

/**
 * Writes a copy of a document to each accounting address. The copies aren't notices, which are dropped beyond a
 * day's limit (D95): a mailbox may get the receipts of many organisations, and has no other way to see them.
 * @param copies the organisation's confirmed addresses.
 */
export function copyMailsOf(
  services: CopyServices,
  copies: readonly Pick<Copy, 'id' | 'email'>[],
  copied: DocumentToCopy,
  now: Date,
): Mail[] {
  const { productName, timeZone, appUrl } = services
  const seller = sellerLinesOf(services.seller ?? null, copied.document)
  const papers = papersOf(services, copied)
  return copies.map(({ id, email }) => {
    const [link = null] = papers.map(
      (paper) => `${appUrl}${openPaperPath}?token=${paperToken(services, id, paper)}`,
    )
    const content = copyMail({ ...copied, productName, timeZone, seller, link })
    return mailTo(services, { id: null, email }, { ...content, copyId: id, papers }, now)
  })
}

/** @returns the ids of the papers of a mail: the document's or, if the seller is set, the receipt's. */
export const papersOf = (
  { seller }: Pick<Services, 'seller'>,
  { receipt, document }: Pick<DocumentToCopy, 'receipt' | 'document'>,
): string[] => (document ? [document.id] : seller ? [receipt.id] : [])
