import type { Receipt, TaxDocument } from '../../../contract/receipts'

/*
 * The papers of a receipt that have a number: tax invoices and credit notes.
 */

/** @param number the paper's; absent: that of the invoice that counts. */
export function taxPaperOf(
  { invoice_number, tax_documents }: Receipt,
  number: string | undefined,
): TaxDocument | undefined {
  const wanted = number ?? invoice_number
  return tax_documents.find((paper) => paper.number === wanted)
}

/** A credit note that takes an invoice back, and the invoice that takes its place. */
interface Correction {
  creditNote: TaxDocument
  invoice: TaxDocument | undefined
}

/** What other papers say about one. */
interface History {
  /** Credit notes of refunds of this invoice. */
  refunds: TaxDocument[]
  /** What replaces this invoice. */
  correction: Correction | undefined
  /** What this paper is part of. */
  corrects: Correction | undefined
}

export function historyOf(
  { tax_documents }: Pick<Receipt, 'tax_documents'>,
  paper: TaxDocument,
): History {
  const corrected = tax_documents.filter(({ reason }) => reason === 'correction')
  const invoices = corrected.filter(({ kind }) => kind === 'invoice')
  // Issued in pairs, whichever of a pair is listed first.
  const corrections = corrected
    .filter(({ kind }) => kind === 'credit-note')
    .map((creditNote, index): Correction => ({ creditNote, invoice: invoices[index] }))
  return {
    refunds: tax_documents.filter(
      ({ kind, reason, for_number }) =>
        kind === 'credit-note' && reason !== 'correction' && for_number === paper.number,
    ),
    correction: corrections.find(({ creditNote }) => creditNote.for_number === paper.number),
    corrects: corrections.find(
      ({ creditNote, invoice }) => creditNote === paper || invoice === paper,
    ),
  }
}

/** @returns what a paper is called. */
export const paperName = ({ kind }: Pick<TaxDocument, 'kind'>): string =>
  kind === 'invoice' ? 'Tax invoice' : 'Credit note'

/** @returns the document's title, which browsers make a file's name of: 'Tax invoice OL-26-27-000042'. */
export const paperTitle = (paper: Pick<TaxDocument, 'kind' | 'number'>): string =>
  `${paperName(paper)} ${paper.number.replace(/[^\p{L}\p{N}]+/gu, '-')}`
