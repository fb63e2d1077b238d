import type { Caller } from '../../api/caller'
import { HttpError } from '../../api/http-error'
import type { Services } from '../../api/services'
import { type Reading, set } from '../../store/change'
import type { Receipt } from './tables'

/*
 * The buyer on a receipt (D143) is the organisation's buyer on the day of the payment. Until the receipt has a tax invoice,
 * an admin may replace it by the present buyer.
 */

/**
 * Puts the present buyer on receipts that are paid for the first time.
 * @param before the receipts as they are stored.
 */
export async function billReceipts(
  read: Reading,
  organisationId: string,
  before: readonly Receipt[],
  receipts: readonly Receipt[],
): Promise<Receipt[]> {
  const wasPaid = new Set(before.flatMap(({ id, paidAt }) => (paidAt ? [id] : [])))
  const isNewlyPaid = ({ id, paidAt }: Receipt) => paidAt !== null && !wasPaid.has(id)
  const buyer = receipts.some(isNewlyPaid) ? await read.one('buyers', { organisationId }) : null
  return receipts.map((receipt) =>
    buyer && isNewlyPaid(receipt) ? { ...receipt, billedTo: buyer.billedTo } : receipt,
  )
}

/**
 * Puts the present buyer on a receipt of the caller's organisation.
 * @throws HttpError 404 for an unknown receipt, 409 if it has a tax invoice or the organisation has no buyer.
 */
export async function billReceipt({ store }: Services, caller: Caller, id: string): Promise<void> {
  const organisationId = caller.organisation.id
  // Issuing a tax invoice holds the receipt's row, too.
  const lock = { row: 'receipts', where: { id, organisationId } } as const
  await store.change('bill-receipt', lock, caller, async (read) => {
    const receipt = await read.one('receipts', { id, organisationId })
    if (!receipt) throw new HttpError(404, 'Your organisation has no such receipt.')
    // The invoice of a payment has no reason; corrections and refunds have one.
    if (await read.one('taxDocuments', { receiptId: id, reason: null })) {
      throw new HttpError(409, 'This receipt has a tax invoice, which never changes.')
    }
    const buyer = await read.one('buyers', { organisationId })
    if (!buyer) throw new HttpError(409, 'Add your company first.')
    return {
      answer: undefined,
      writes: [set('receipts', { id }, { billedTo: buyer.billedTo })],
      entries: null,
      unrecorded: 'the buyer’s change has an entry, and no paper with a number changes',
    }
  })
}
