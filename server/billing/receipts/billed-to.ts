import type { Caller } from '../../api/caller'
import { HttpError } from '../../api/http-error'
import type { Services } from '../../api/services'
import { type Reading, set } from '../../store/change'
import type { BilledTo } from '../buyer/tables'
import type { Receipt } from './tables'

/*
 * Whom a receipt is billed to (D143): the buyer of the day on which it was paid. Until it has a tax invoice, an admin may
 * put a later one on it.
 */

/**
 * @param before the receipts as they are kept.
 * @param given as they are to be.
 * @returns whom each is billed to: those that are paid for the first time, today's buyer, which is held.
 */
export async function billingOf(
  read: Reading,
  organisationId: string,
  before: readonly Receipt[],
  given: readonly Receipt[],
): Promise<(receipt: Receipt) => BilledTo | null> {
  const wasPaid = new Set(before.flatMap(({ id, paidAt }) => (paidAt ? [id] : [])))
  const isNewlyPaid = ({ id, paidAt }: Receipt) => paidAt !== null && !wasPaid.has(id)
  const buyer = given.some(isNewlyPaid) ? await read.one('buyers', { organisationId }) : null
  return (receipt) => (buyer && isNewlyPaid(receipt) ? buyer.billedTo : receipt.billedTo)
}

/**
 * Puts today's buyer on one of the caller's organisation's receipts.
 * @throws HttpError 404 for an unknown one, 409 if it has a tax invoice, or there is no buyer.
 */
export async function billReceipt({ store }: Services, caller: Caller, id: string): Promise<void> {
  const organisationId = caller.organisation.id
  // What numbers a receipt holds its row, too.
  const lock = { row: 'receipts', where: { id, organisationId } } as const
  await store.change('bill-receipt', lock, caller, async (read) => {
    const receipt = await read.one('receipts', { id, organisationId })
    if (!receipt) throw new HttpError(404, 'Your organisation has no such receipt.')
    // The first of its papers: only corrections and refunds have a reason.
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
