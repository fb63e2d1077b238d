import type { Services } from '../../api/services'
import { mailTo } from '../../mail/outbox'
import type { Mail } from '../../store/outgoing-mail'
import type { Copy } from '../buyer/tables'
import type { TaxDocument } from '../invoices/tables'
import { receiptCopyMail } from './receipt-mail'
import type { Receipt } from './tables'

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
