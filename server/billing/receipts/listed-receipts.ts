import {
  type Receipt as ListedReceipt,
  type Receipts,
  withoutInvoice,
} from '../../../contract/receipts'
import type { Services } from '../../api/services'
import { day } from '../../lib/time'
import type { Organisation } from '../../people/tables'
import { buyerOnWire } from '../buyer/buyer'
import { listedDocuments } from '../invoices/listed'
import { renewalOf, unpaidPeriodOf } from '../plan/renewals'
import type { Subscription } from '../tables'
import type { Receipt } from './tables'

/** The maximum duration of a charge, in ms: the bank's notice, a day for its approval, and three days of retries. */
const longestCharge = 7 * day

/** @returns an organisation's receipts, the latest first. */
export async function listReceipts(
  { store, clock, seller = null }: Pick<Services, 'store' | 'clock' | 'seller'>,
  { id: organisationId }: Pick<Organisation, 'id'>,
): Promise<Receipts> {
  const [rows, live, documents] = await Promise.all([
    store.all('receipts', { organisationId }),
    store.one('subscriptions', { organisationId, state: 'live' }),
    store.all('taxDocuments', { organisationId }),
  ])
  const receipts = rows.sort(latestFirst)
  const latest = live && receipts.find(({ subscriptionId }) => subscriptionId === live.id)
  const isCharged = live && latest && mayBeCharged(live, latest, clock())
  return {
    data: receipts.map((receipt) => ({
      ...listedOf(receipt),
      ...listedDocuments(documents.filter(({ receiptId }) => receiptId === receipt.id)),
      ...(receipt.paidAt === null && { is_due: Boolean(isCharged) && receipt === latest }),
    })),
    seller,
  }
}

function latestFirst(one: Receipt, other: Receipt): number {
  const [time, otherTime] = [one, other].map(({ paidAt, issuedAt }) => Number(paidAt ?? issuedAt))
  return Number(otherTime) - Number(time) || (one.id < other.id ? 1 : -1)
}

/** Whether the latest unpaid invoice of a plan may still be charged by itself (D111). */
function mayBeCharged(live: Subscription, { issuedAt }: Receipt, now: Date): boolean {
  const { charges, stopsAt } = renewalOf(live)
  if (stopsAt) return false
  if (charges?.state === 'pending') return true
  const isUnderWay = charges?.state === 'paid' || charges?.state === 'authorised'
  return isUnderWay && !unpaidPeriodOf(live) && now.getTime() - issuedAt.getTime() < longestCharge
}

function listedOf(receipt: Receipt): ListedReceipt {
  const { id, issuedAt, paidAt, periodStart, periodEnd, amount, refundedAmount, method } = receipt
  return {
    receipt_id: id,
    taken_at: (paidAt ?? issuedAt).toISOString(),
    organization_name: receipt.organisationName,
    plan_name: receipt.planName,
    period_start: periodStart?.toISOString() ?? null,
    period_end: periodEnd?.toISOString() ?? null,
    amount,
    refunded_amount: refundedAmount,
    currency: receipt.currency,
    state: paidAt === null ? 'unpaid' : refundedAmount > 0 ? 'refunded' : 'paid',
    number: receipt.number,
    payment_id: receipt.paymentId,
    url: receipt.url,
    payment_method: method && {
      kind: method.kind,
      network: method.network,
      last_digits: method.lastDigits,
    },
    ...withoutInvoice,
    billed_to: receipt.billedTo && buyerOnWire(receipt.billedTo),
  }
}
