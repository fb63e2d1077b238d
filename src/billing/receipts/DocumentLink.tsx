import { Link } from '@tanstack/react-router'
import type { Receipt } from '../../../contract/receipts'

interface DocumentLinkProps {
  receipt: Pick<Receipt, 'receipt_id' | 'invoice_number'>
  number: string
}

/** The number of a document, linked to it. In print, the number alone. */
export function DocumentLink({ receipt, number }: DocumentLinkProps) {
  return (
    <Link
      translate="no"
      to="/dashboard/receipt/$receiptId"
      params={{ receiptId: receipt.receipt_id }}
      // The valid invoice has the plain address.
      search={{ document: number === receipt.invoice_number ? undefined : number }}
      className="rounded-6 font-medium text-accent underline print:text-inherit print:no-underline"
    >
      {number}
    </Link>
  )
}
