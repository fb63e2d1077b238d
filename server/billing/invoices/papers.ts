import type { TaxSettings } from '../../api/services'
import type { BilledTo } from '../buyer/tables'
import type { Receipt } from '../receipts/tables'
import { type Numbering, type Prefixes, prefixOf, type Unnumbered } from './numbers'
import type { Seller, TaxDocument } from './tables'
import { splitAmount, splitRefund, supplyOf } from './tax'

/*
 * Which tax invoices and credit notes a payment has (D143). What they contain: CGST rules 46 (invoices), 48(2) ('Original
 * for recipient') and 53(1A) (credit notes).
 */

/** Whose tax invoices they are, now. Null: payments get receipts. */
export type Issuer = (TaxSettings & { seller: Seller }) | null

/** @param seller the lines of `SELLER`: the first is the trade name, in whose place the legal one stands. */
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

/** @returns the sellers whose series the papers of a subscription may need. @param kept those that it has. */
export function prefixesOf(issuer: Issuer, kept: readonly TaxDocument[]): Prefixes {
  const prefixes = new Map(kept.map(({ seller, number }) => [seller.gstin, prefixOf(number)]))
  if (issuer) prefixes.set(issuer.gstin, issuer.prefix)
  return prefixes
}

const isInvoice = ({ kind }: TaxDocument) => kind === 'invoice'
const isNote = ({ kind }: TaxDocument) => kind === 'credit-note'
const sumOf = (documents: readonly TaxDocument[]) =>
  documents.reduce((sum, { amount }) => sum + amount, 0)

/** @param documents those of one receipt. @returns the invoice that counts: no other one corrects it. */
export function countingInvoice(documents: readonly TaxDocument[]): TaxDocument | undefined {
  const corrected = documents.filter(isInvoice).map(({ forId }) => forId)
  return documents.filter(isInvoice).find(({ id }) => !corrected.includes(id))
}

/**
 * Numbers what receipts lack: an invoice once each is paid, and a credit note of what was refunded since.
 * @param before the receipts as they are kept; those that are paid there stay without a number.
 * @param documents those they have.
 * @returns the new ones.
 */
export function numberReceipts(
  numbering: Numbering,
  issuer: Issuer,
  receipts: readonly Receipt[],
  before: readonly Receipt[],
  documents: readonly TaxDocument[],
): TaxDocument[] {
  return receipts.flatMap((receipt) => {
    const kept = before.find(({ id }) => id === receipt.id)
    const own = documents.filter(({ receiptId }) => receiptId === receipt.id)
    return numberReceipt(numbering, issuer, receipt, kept, own)
  })
}

function numberReceipt(
  { number }: Numbering,
  issuer: Issuer,
  receipt: Receipt,
  kept: Receipt | undefined,
  documents: readonly TaxDocument[],
): TaxDocument[] {
  const isPayment = receipt.paidAt !== null && receipt.amount > 0
  const isNew = issuer && isPayment && !kept?.paidAt && documents.length === 0
  const made = isNew ? [number(invoiceOf(issuer, receipt))] : []
  const invoice = countingInvoice([...documents, ...made])
  if (!invoice) return made
  const refunds = documents.filter(({ reason }) => reason === 'refund')
  const refunded = receipt.refundedAmount - sumOf(refunds)
  if (refunded <= 0) return made
  return [...made, number(creditNoteOf(invoice, documents, refunded, 'refund'))]
}

function invoiceOf(
  { seller, rate, code, exportNote, footnote }: NonNullable<Issuer>,
  receipt: Receipt,
): Unnumbered {
  const { organisationId, subscriptionId, organisationName, planName, currency, billedTo, amount } =
    receipt
  return {
    kind: 'invoice',
    organisationId,
    receiptId: receipt.id,
    subscriptionId,
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
    ...billing(seller.gstin, billedTo, rate, amount, exportNote),
  }
}

/** @returns what of an invoice depends on whom it is billed to. */
function billing(
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
    exportNote: supply.rate === 0 && rate > 0 ? exportNote : null,
    ...splitAmount(amount, supply),
  }
}

function creditNoteOf(
  invoice: TaxDocument,
  documents: readonly TaxDocument[],
  amount: number,
  reason: 'refund' | 'correction',
): Unnumbered {
  const { id: forId, number: _number, issuedAt: _issuedAt, ...same } = invoice
  const before = sumOf(documents.filter((one) => isNote(one) && one.forId === forId))
  return {
    ...same,
    kind: 'credit-note',
    forId,
    reason,
    amount,
    ...splitRefund(amount, before, invoice.tax),
  }
}

/** @returns how much of an invoice nothing was given back of. @param documents those of its receipt. */
export function remainderOf(invoice: TaxDocument, documents: readonly TaxDocument[]): number {
  const { id, amount } = invoice
  return amount - sumOf(documents.filter((one) => isNote(one) && one.forId === id))
}

/**
 * Numbers a credit note of what remains of an invoice, and an invoice of it to today's buyer, with the seller and the rate
 * of the first.
 * @param documents those of its receipt.
 */
export function numberCorrection(
  { number }: Numbering,
  invoice: TaxDocument,
  documents: readonly TaxDocument[],
  billedTo: BilledTo,
  exportNote: string,
): { creditNote: TaxDocument; invoice: TaxDocument } {
  const amount = remainderOf(invoice, documents)
  const creditNote = number(creditNoteOf(invoice, documents, amount, 'correction'))
  const { id, number: _number, issuedAt: _issuedAt, ...same } = invoice
  const corrected = number({
    ...same,
    forId: id,
    reason: 'correction',
    amount,
    ...billing(invoice.seller.gstin, billedTo, invoice.rate, amount, exportNote),
  })
  return { creditNote, invoice: corrected }
}
