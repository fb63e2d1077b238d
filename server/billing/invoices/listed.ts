import type {
  TaxDocument as ListedDocument,
  Receipt as ListedReceipt,
  withoutInvoice,
} from '../../../contract/receipts'
import { buyerOnWire } from '../buyer/buyer'
import { validInvoice } from './documents'
import type { TaxDocument } from './tables'

/** @param documents all documents of one receipt. @returns the receipt's fields about them, as the contract has them. */
export function listedDocuments(
  documents: readonly TaxDocument[],
): Pick<ListedReceipt, keyof typeof withoutInvoice> | null {
  const invoice = validInvoice(documents)
  if (!invoice) return null
  const sorted = documents.toSorted(
    (one, other) =>
      one.issuedAt.getTime() - other.issuedAt.getTime() || (one.id < other.id ? -1 : 1),
  )
  const { billed_to, number, taxable_amount, tax, place_of_supply, quantity } = listedDocument(
    invoice,
    documents,
  )
  return {
    billed_to,
    invoice_number: number,
    taxable_amount,
    tax,
    place_of_supply,
    quantity,
    credit_notes: sorted.filter(({ kind }) => kind === 'credit-note').map(({ number }) => number),
    tax_documents: sorted.map((document) => listedDocument(document, documents)),
  }
}

function listedDocument(document: TaxDocument, all: readonly TaxDocument[]): ListedDocument {
  const credited = document.kind === 'credit-note' && all.find(({ id }) => id === document.forId)
  const { legalName, lines, gstin } = document.seller
  return {
    kind: document.kind,
    number: document.number,
    issued_at: document.issuedAt.toISOString(),
    for_number: credited ? credited.number : null,
    for_issued_at: credited ? credited.issuedAt.toISOString() : null,
    reason: document.reason,
    seller: { legal_name: legalName, lines: [...lines], tax_id: gstin },
    billed_to: document.billedTo && buyerOnWire(document.billedTo),
    organization_name: document.organisationName,
    amount: document.amount,
    taxable_amount: document.taxableAmount,
    tax: [...document.tax],
    tax_code: document.taxCode,
    // One plan for one period.
    quantity: 1,
    place_of_supply: document.placeOfSupply,
    export_note: document.exportNote,
    footnote: document.footnote,
  }
}
