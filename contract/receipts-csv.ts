import { buyerAddress, isAbroad } from './buyer-text'
import type { CsvColumns } from './csv'
import { plainAmount } from './money'
import { methodText } from './payment-method'
import type { Receipt, TaxDocument } from './receipts'
import { fileDay, type SiteZone } from './site-day'

/** A payment with its first invoice or, if `further` is there, one more numbered document about it. */
export interface ReceiptLine extends Receipt {
  further?: TaxDocument
}

/**
 * Returns the lines of a list: each payment, followed by its further documents. Credit notes and corrected invoices
 * have lines of their own, because each is booked by itself, with its own number, day and taxes, perhaps in another
 * month than the payment. The amounts of a credit note are negative, so that each column adds up.
 */
export const receiptLines = (receipts: readonly Receipt[]): ReceiptLine[] =>
  receipts.flatMap((receipt) => [
    receipt,
    ...receipt.tax_documents
      .filter((document) => document !== invoiceOf(receipt))
      .map((further) => ({ ...receipt, further })),
  ])

/** The invoice of the payment itself. */
const invoiceOf = ({ tax_documents: [first] }: Receipt) =>
  first?.kind === 'invoice' ? first : undefined

/** @returns the numbered document of a line. */
export const documentOf = (line: ReceiptLine): TaxDocument | undefined =>
  line.further ?? invoiceOf(line)

/** @returns the amount of a line, in the currency's smallest unit. A credit note's is negative. */
export function lineAmount({ amount, further }: ReceiptLine): number {
  if (!further) return amount
  return further.kind === 'credit-note' ? -further.amount : further.amount
}

/** @returns the part of a payment's refunds that has no credit note, in the currency's smallest unit. */
function refundedWithoutNote({ refunded_amount, tax_documents }: Receipt): number {
  const notes = tax_documents.filter(
    ({ kind, reason }) => kind === 'credit-note' && reason !== 'correction',
  )
  return Math.max(
    0,
    notes.reduce((rest, { amount }) => rest - amount, refunded_amount),
  )
}

/** @returns a plain number, which may be negative. */
const signedAmount = (amount: number, currency: string) =>
  `${amount < 0 ? '-' : ''}${plainAmount(Math.abs(amount), currency)}`

/** Returns a column of the numbered document. Its cell is empty on a line without one. */
const ofDocument =
  (cell: (document: TaxDocument, line: ReceiptLine) => string) =>
  (line: ReceiptLine): string => {
    const document = documentOf(line)
    return document ? cell(document, line) : ''
  }

const amountOf = (amountIn: (document: TaxDocument) => number | undefined) =>
  ofDocument((document, { currency }) => {
    const amount = amountIn(document)
    if (amount === undefined) return ''
    return signedAmount(document.kind === 'credit-note' ? -amount : amount, currency)
  })

const taxOf = (...names: readonly string[]) =>
  amountOf(({ tax }) => tax.find(({ name }) => names.includes(name))?.amount)

/** Returns the buyer of a payment, or of the line's numbered document. */
const buyerOf = (line: ReceiptLine) => {
  const document = documentOf(line)
  return document ? document.billed_to : line.billed_to
}

/**
 * The columns of a file of receipts, whose lines `receiptLines` makes: the payment's, then those of the numbered
 * document. On a credit note's line 'Tax invoice' names the invoice that it is for, and 'Date' is the credit note's own
 * day. 'Refunded' has what was refunded without a credit note, so that 'Amount' minus 'Refunded' adds up to what was paid in
 * the end.
 * @param zone the time zone of the days (D97).
 */
export function receiptCsv(zone: () => SiteZone): CsvColumns<ReceiptLine> {
  const dayOf = (instant: string) => fileDay(zone().dayOf(new Date(instant)))
  return {
    Date: ({ taken_at, further }) => dayOf(further?.issued_at ?? taken_at),
    Plan: ({ plan_name }) => plan_name,
    'Period start': ({ period_start }) => (period_start ? dayOf(period_start) : ''),
    'Period end': ({ period_end }) =>
      period_end ? fileDay(zone().lastDayBefore(new Date(period_end))) : '',
    Amount: (line) => signedAmount(lineAmount(line), line.currency),
    Refunded: (line) => (line.further ? '' : plainAmount(refundedWithoutNote(line), line.currency)),
    Currency: ({ currency }) => currency,
    Status: ({ state, is_due, amount, refunded_amount, further }) => {
      if (further) return further.reason ?? ''
      if (state === 'refunded' && refunded_amount < amount) return 'partly refunded'
      return state === 'unpaid' && is_due === false ? 'not charged' : state
    },
    'Payment method': methodText,
    'Payment id': ({ payment_id }) => payment_id ?? '',
    'Invoice number': ({ number }) => number ?? '',
    'Receipt id': ({ receipt_id }) => receipt_id,
    'Time zone': () => zone().name,
    'Tax invoice': ofDocument(({ kind, number, for_number }) =>
      kind === 'invoice' ? number : (for_number ?? ''),
    ),
    'Tax invoice date': ofDocument(({ kind, issued_at, for_issued_at }) => {
      const issued = kind === 'invoice' ? issued_at : for_issued_at
      return issued ? dayOf(issued) : ''
    }),
    'Billed to': (line) => buyerOf(line)?.legal_name ?? documentOf(line)?.organization_name ?? '',
    'Billing address': (line) => {
      const buyer = buyerOf(line)
      return buyer ? buyerAddress(buyer).join(', ') : ''
    },
    'Buyer tax number': (line) => buyerOf(line)?.tax_id ?? '',
    'Buyer reference': (line) => buyerOf(line)?.reference ?? '',
    Seller: ofDocument(({ seller }) => seller.legal_name),
    'Seller GSTIN': ofDocument(({ seller }) => seller.tax_id),
    'Place of supply': ofDocument(({ place_of_supply }) => place_of_supply),
    'Reverse charge': ofDocument(({ billed_to }) => (isAbroad(billed_to) ? '' : 'No')),
    SAC: ofDocument(({ tax_code }) => tax_code),
    Quantity: ofDocument(({ quantity }) => String(quantity)),
    'Taxable amount': amountOf(({ taxable_amount }) => taxable_amount),
    CGST: taxOf('CGST'),
    'SGST or UTGST': taxOf('SGST', 'UTGST'),
    IGST: taxOf('IGST'),
    'Credit notes': ofDocument(({ kind, number }, { tax_documents }) => {
      if (kind === 'credit-note') return number
      const notes = tax_documents.filter(
        (other) => other.kind === 'credit-note' && other.for_number === number,
      )
      return notes.map((note) => note.number).join(', ')
    }),
  }
}
