import { CircleCheck, FilePen, type LucideIcon, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { methodText } from '../../../contract/payment-method'
import type { Receipt, TaxDocument } from '../../../contract/receipts'
import { moneyText } from '../../lib/format'
import { DocumentLink } from './DocumentLink'
import { documentDay, partText } from './receipt-text'

/** The payments and refunds of a document, and the documents that came before or after it. */
export function DocumentHistory({
  receipt,
  taxDocument,
}: {
  receipt: Receipt
  taxDocument: TaxDocument
}) {
  const { refunds, correction, corrects } = historyOf(receipt, taxDocument)
  const link = ({ number }: TaxDocument) => <DocumentLink receipt={receipt} number={number} />
  if (taxDocument.kind === 'credit-note') {
    return corrects ? (
      <Line icon={FilePen} text="Corrects the invoice">
        {corrects.invoice && <>In its place: tax invoice {link(corrects.invoice)}</>}
      </Line>
    ) : (
      <Line icon={Undo2} text={`Refunded on ${documentDay(taxDocument.issued_at)}`}>
        <Payment receipt={receipt} />
      </Line>
    )
  }
  const credited = receipt.tax_documents
    .filter(({ kind, reason }) => kind === 'credit-note' && reason !== 'correction')
    .reduce((sum, { amount }) => sum + amount, 0)
  const owed = receipt.refunded_amount - credited
  return (
    <div className="space-y-4">
      <Line icon={CircleCheck} look="text-ok" text={`Paid on ${documentDay(receipt.taken_at)}`}>
        <Payment receipt={receipt} />
      </Line>
      {refunds.map((note) => {
        const { amount } = taxDocument
        const part = note.amount < amount ? partText(note.amount, amount, receipt.currency) : ''
        return (
          <Line
            key={note.number}
            icon={Undo2}
            text={`${part ? `Partly refunded ${part}` : 'Refunded'} on ${documentDay(note.issued_at)},`}
          >
            by credit note {link(note)}
          </Line>
        )
      })}
      {/* A refund that has no credit note yet. */}
      {owed > 0 && taxDocument.number === receipt.invoice_number && (
        <Line icon={Undo2} text={`Refunded: ${moneyText(owed, receipt.currency)}`} />
      )}
      {correction && (
        <Line
          icon={FilePen}
          look="text-warn"
          text={`Replaced on ${documentDay(correction.creditNote.issued_at)},`}
        >
          by credit note {link(correction.creditNote)}
          {correction.invoice && <> and tax invoice {link(correction.invoice)}</>}
        </Line>
      )}
      {corrects?.creditNote.for_number && (
        <Line icon={FilePen} text="Corrects an invoice">
          It replaces tax invoice{' '}
          <DocumentLink receipt={receipt} number={corrects.creditNote.for_number} />, by credit note{' '}
          {link(corrects.creditNote)}
        </Line>
      )}
    </div>
  )
}

interface LineProps {
  icon: LucideIcon
  look?: string
  text: string
  children?: ReactNode
}

function Line({ icon: Icon, look = 'text-ink', text, children }: LineProps) {
  return (
    <div>
      <p className={`flex gap-2 font-semibold ${look}`}>
        <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {text}
      </p>
      {children && <div className="mt-1">{children}</div>}
    </div>
  )
}

function Payment({ receipt }: { receipt: Receipt }) {
  const method = methodText(receipt)
  return (
    <>
      {method && <p>{method}</p>}
      {receipt.payment_id && <p>{receipt.payment_id}</p>}
    </>
  )
}

/** A credit note that cancels an invoice, and the invoice that replaces it. */
interface Correction {
  creditNote: TaxDocument
  invoice: TaxDocument | undefined
}

/** Returns the other documents that concern a document. */
function historyOf({ tax_documents }: Receipt, taxDocument: TaxDocument) {
  const corrected = tax_documents.filter(({ reason }) => reason === 'correction')
  const invoices = corrected.filter(({ kind }) => kind === 'invoice')
  // Corrections come in pairs, in any order.
  const corrections = corrected
    .filter(({ kind }) => kind === 'credit-note')
    .map((creditNote, index): Correction => ({ creditNote, invoice: invoices[index] }))
  return {
    /** The credit notes for refunds of this invoice. */
    refunds: tax_documents.filter(
      ({ kind, reason, for_number }) =>
        kind === 'credit-note' && reason !== 'correction' && for_number === taxDocument.number,
    ),
    /** The credit note and invoice that replace this invoice. */
    correction: corrections.find(({ creditNote }) => creditNote.for_number === taxDocument.number),
    /** The correction that this document belongs to. */
    corrects: corrections.find(
      ({ creditNote, invoice }) => creditNote === taxDocument || invoice === taxDocument,
    ),
  }
}
