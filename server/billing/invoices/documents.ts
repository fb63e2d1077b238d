import type { TaxSettings } from '../../api/services'
import type { BilledTo } from '../buyer/tables'
import type { Receipt } from '../receipts/tables'
import { type Draft, type Prefixes, prefixOf, type SeriesWriter } from './numbers'
import type { Seller, TaxDocument } from './tables'
import { splitAmount, splitRefund, supplyOf, supplyToSez } from './tax'

/*
 * The tax invoices and credit notes of a payment (D143). Sources of their content: CGST rules 46 (invoices), 48(2)
 * ('Original for recipient') and 53(1A) (credit notes).
 */

/** The seller and tax settings for new invoices. Null: payments get receipts only. */
export type Issuer = (TaxSettings & { seller: Seller }) | null

/** @param seller the lines of `SELLER`. The legal name replaces the first line, which is the trade name. */
export function issuerOf({
  tax,
  seller,
}: {
  tax?: TaxSettings | null
  seller?: string | null
}): Issuer {
  if (!tax) return null
  const { legalName, gstin } = tax
  return { ...tax, seller: { legalName, lines: (seller ?? '').split('\n').slice(1), gstin } }
}

/**
 * Returns the prefixes of the series that may be needed for a subscription's documents.
 * @param existing the documents that the subscription has.
 */
export function prefixesOf(issuer: Issuer, existing: readonly TaxDocument[]): Prefixes {
  const prefixes = new Map(existing.map(({ seller, number }) => [seller.gstin, prefixOf(number)]))
  if (issuer) prefixes.set(issuer.gstin, issuer.prefix)
  return prefixes
}

const isInvoice = ({ kind }: TaxDocument) => kind === 'invoice'
const sumOf = (documents: readonly TaxDocument[]) =>
  documents.reduce((sum, { amount }) => sum + amount, 0)
const creditNotesFor = (invoice: TaxDocument, documents: readonly TaxDocument[]) =>
  documents.filter(({ kind, forId }) => kind === 'credit-note' && forId === invoice.id)

/** @param documents all documents of one receipt. @returns the valid invoice: the one that no other invoice corrects. */
export function validInvoice(documents: readonly TaxDocument[]): TaxDocument | undefined {
  const invoices = documents.filter(isInvoice)
  return invoices.find(({ id }) => !invoices.some(({ forId }) => forId === id))
}

/**
 * Issues the missing documents of receipts: an invoice when a receipt is first paid, and a credit note when more of its
 * payment was refunded.
 * @param before the receipts as they are stored. A receipt that was paid there gets no invoice.
 * @param documents all documents of these receipts.
 * @returns the new documents.
 */
export function issueForReceipts(
  series: SeriesWriter,
  issuer: Issuer,
  receipts: readonly Receipt[],
  before: readonly Receipt[],
  documents: readonly TaxDocument[],
): TaxDocument[] {
  return receipts.flatMap((receipt) => {
    const wasPaid = before.some(({ id, paidAt }) => id === receipt.id && paidAt)
    const existing = documents.filter(({ receiptId }) => receiptId === receipt.id)
    const isPaid = receipt.paidAt !== null && receipt.amount > 0
    const needsInvoice = issuer && isPaid && !wasPaid && existing.length === 0
    const issued = needsInvoice ? [series.issue(invoiceDraft(issuer, receipt))] : []
    return [...issued, ...issueCredit(series, [...existing, ...issued], receipt.refundedAmount)]
  })
}

/**
 * Issues the credit note for the part of a payment's refunds that has none yet.
 * @param documents all documents of the payment.
 * @param refundedAmount the sum of its refunds, in the currency's smallest unit.
 * @returns the credit note; empty if there is no invoice, or nothing is missing.
 */
export function issueCredit(
  series: SeriesWriter,
  documents: readonly TaxDocument[],
  refundedAmount: number,
): TaxDocument[] {
  const invoice = validInvoice(documents)
  const credited = sumOf(documents.filter(({ reason }) => reason === 'refund'))
  const missing = refundedAmount - credited
  if (!invoice || missing <= 0) return []
  return [series.issue(creditNoteDraft(invoice, documents, missing, 'refund'))]
}

function invoiceDraft(
  { seller, rate, code, exportNote, footnote }: NonNullable<Issuer>,
  receipt: Receipt,
): Draft {
  const { organisationId, subscriptionId, organisationName, planName, currency, billedTo, amount } =
    receipt
  return {
    kind: 'invoice',
    organisationId,
    receiptId: receipt.id,
    subscriptionId,
    paymentId: receipt.paymentId,
    forId: null,
    reason: null,
    seller,
    organisationName,
    planName,
    amount,
    currency,
    rate,
    taxCode: code,
    footnote,
    ...buyerFields(seller.gstin, billedTo, rate, amount, exportNote),
  }
}

/** @returns the fields of an invoice that depend on its buyer. */
function buyerFields(
  gstin: string,
  billedTo: BilledTo | null,
  rate: number,
  amount: number,
  exportNote: string,
) {
  const supply = supplyOf(gstin, billedTo, rate)
  return {
    billedTo,
    placeOfSupply: supply.place,
    exportNote: billedTo?.isSez ? supplyToSez : supply.rate === 0 && rate > 0 ? exportNote : null,
    ...splitAmount(amount, supply),
  }
}

function creditNoteDraft(
  invoice: TaxDocument,
  documents: readonly TaxDocument[],
  amount: number,
  reason: 'refund' | 'correction',
): Draft {
  const { id: forId, number: _number, issuedAt: _issuedAt, ...same } = invoice
  const before = sumOf(creditNotesFor(invoice, documents))
  return {
    ...same,
    kind: 'credit-note',
    forId,
    reason,
    amount,
    ...splitRefund(amount, before, invoice.tax),
  }
}

/** @param documents all documents of the invoice's receipt. @returns the part of an invoice without a credit note. */
export function remainderOf(invoice: TaxDocument, documents: readonly TaxDocument[]): number {
  return invoice.amount - sumOf(creditNotesFor(invoice, documents))
}

/**
 * Issues a credit note for the remainder of an invoice, and an invoice for the same amount to another buyer. Seller and
 * rate are those of the first invoice.
 * @param documents all documents of the invoice's receipt.
 */
export function issueCorrection(
  series: SeriesWriter,
  invoice: TaxDocument,
  documents: readonly TaxDocument[],
  billedTo: BilledTo,
  exportNote: string,
): { creditNote: TaxDocument; invoice: TaxDocument } {
  const amount = remainderOf(invoice, documents)
  const creditNote = series.issue(creditNoteDraft(invoice, documents, amount, 'correction'))
  const { id, number: _number, issuedAt: _issuedAt, ...same } = invoice
  const corrected = series.issue({
    ...same,
    forId: id,
    reason: 'correction',
    amount,
    ...buyerFields(invoice.seller.gstin, billedTo, invoice.rate, amount, exportNote),
  })
  return { creditNote, invoice: corrected }
}
