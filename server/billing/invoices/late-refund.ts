import type { Services } from '../../api/services'
import { makePapers, type PaperServices } from '../papers/papers'
import { issueCredit, prefixesOf } from './documents'
import { openSeries, seriesLocks } from './numbers'

/**
 * Issues the credit note for a refund of a payment whose organisation was deleted. Its documents stay (D143), so that the
 * seller's books stay complete.
 * @returns whether the payment has documents of a deleted organisation.
 * @throws PaymentsError if the provider can't be asked for the refunds of the payment.
 */
export async function creditLateRefund(
  services: PaperServices & Pick<Services, 'clock' | 'payments'>,
  paymentId: string,
): Promise<boolean> {
  const { store, clock, payments } = services
  const where = { paymentId, organisationId: null }
  const prefixes = prefixesOf(null, await store.all('taxDocuments', where))
  if (prefixes.size === 0) return false
  const { refundedAmount } = await payments.fetchPaymentDetails(paymentId)
  const now = clock()
  const locks = await seriesLocks(services, prefixes, now)
  const issued = await store.change('credit-late-refund', locks, null, async (read) => {
    const series = await openSeries(read, prefixes, now)
    const documents = await read.all('taxDocuments', where, 'not-held')
    const answer = issueCredit(series, documents, refundedAmount)
    const unrecorded = 'its organisation was deleted'
    return { answer, writes: series.writes(), entries: null, unrecorded }
  })
  await makePapers(services, issued)
  return true
}
