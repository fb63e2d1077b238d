import type { Receipt as ListedReceipt, Receipts } from '../../contract/receipts'
import { receiptMail } from '../mail/receipt-mail'
import type { PaymentDetails, ProviderInvoice } from '../payments/payments'
import type { Services } from '../services'
import type { Organisation, Subscription } from '../store/entities'
import type { Entry } from '../store/events'
import type { KeptReceipt, Receipt } from '../store/receipt-store'
import { day } from '../time'
import { byProvider, entryOf, toEntries } from './entries'
import { mailTo } from './outbox'
import { authorOfPayment } from './payer'
import { renewalOf, unpaidPeriodOf } from './renewals'

/** The maximum age of a payment that admins are mailed about, in ms: older ones are no news. */
const longestNews = 7 * day

/** How long a charge may take, in ms: banks want a notice, people a day to approve it, and retries three days. */
const longestCharge = 7 * day

/** @returns an organisation's invoices and their states, the latest first. */
export async function listReceipts(
  { store, clock, seller = null }: Pick<Services, 'store' | 'clock' | 'seller'>,
  { id: organisationId }: Pick<Organisation, 'id'>,
): Promise<Receipts> {
  const [found, live] = await Promise.all([
    store.findReceipts({ organisationId }),
    store.findLiveSubscription(organisationId),
  ])
  const latest = live && found.find(({ subscriptionId }) => subscriptionId === live.id)
  const isCharged = live && latest && mayBeCharged(live, latest, clock())
  return {
    data: found.map((receipt) => ({
      ...listedOf(receipt),
      ...(receipt.paidAt === null && { is_due: Boolean(isCharged) && receipt === latest }),
    })),
    seller,
  }
}

/** Whether the latest unpaid invoice of a plan may still be charged by itself (D111). */
function mayBeCharged(live: Subscription, { issuedAt }: KeptReceipt, now: Date): boolean {
  const { charges, stopsAt } = renewalOf(live)
  if (stopsAt) return false
  if (charges?.state === 'pending') return true
  const isUnderWay = charges?.state === 'paid' || charges?.state === 'authorised'
  return isUnderWay && !unpaidPeriodOf(live) && now.getTime() - issuedAt.getTime() < longestCharge
}

function listedOf(receipt: KeptReceipt): ListedReceipt {
  const { id, issuedAt, paidAt, periodStart, periodEnd, amount, refundedAmount, method } = receipt
  return {
    receipt_id: id,
    taken_at: (paidAt ?? issuedAt).toISOString(),
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
  }
}

/**
 * @param kept the stored receipt; absent: none yet.
 * @param payment the provider's report on its payment; null: not requested.
 * @param askedAt the time of the request, by the provider's clock.
 * @returns an invoice as a receipt to store.
 */
export function receiptOf(
  { id: subscriptionId, organisationId, plan }: Subscription,
  { isGone: _isGone, ...invoice }: ProviderInvoice,
  kept: KeptReceipt | undefined,
  payment: PaymentDetails | null,
  askedAt: Date,
): Receipt {
  return {
    ...invoice,
    subscriptionId,
    organisationId,
    planName: plan.name,
    refundedAmount: payment?.refundedAmount ?? kept?.refundedAmount ?? 0,
    method: payment?.method ?? kept?.method ?? null,
    askedAt,
    paymentAskedAt: payment ? askedAt : (kept?.paymentAskedAt ?? null),
  }
}

/** @returns the entry for a refund that the receipt didn't show before; null: none. */
export function refundEntry(receipt: Receipt, kept: KeptReceipt | undefined, at: Date) {
  const { organisationId, subscriptionId, paymentId, planName, currency, amount } = receipt
  const { refundedAmount } = receipt
  const before = kept?.refundedAmount ?? 0
  if (paymentId === null || refundedAmount <= before) return null
  return entryOf(at, organisationId, byProvider('job'), 'payment-refunded', {
    subscriptionId,
    paymentId,
    details: { plan: planName, amount: refundedAmount - before, currency },
    once: onceRefunded(paymentId, refundedAmount < amount ? refundedAmount : null),
  })
}

/**
 * A refund is logged once, whether it is ours or the provider reports it.
 * @param amount of a partial refund, in minor units; null: all of it.
 */
export function onceRefunded(paymentId: string, amount: number | null = null): string {
  return `payment-refunded ${paymentId}${amount === null ? '' : ` ${amount}`}`
}

/**
 * Reports a paid receipt to the admins once: in a mail with a link, unless it is old or bought nothing, and
 * in the audit log, unless the payment is already there.
 */
export async function tellReceipt(
  services: Pick<Services, 'store' | 'clock' | 'mail' | 'appUrl' | 'productName' | 'timeZone'>,
  receipt: Receipt & { paidAt: Date; paymentId: string },
  subscription: Subscription,
): Promise<void> {
  const { store, clock, appUrl, productName, timeZone } = services
  const { id, organisationId, paymentId, planName, paidAt, amount, currency } = receipt
  const now = clock()
  const isNews = now.getTime() - paidAt.getTime() < longestNews && subscription.state !== 'void'
  if (!isNews) return await store.tellReceipt(id, [], null)
  const author = await authorOfPayment(services, subscription, paidAt, byProvider('job'))
  const entry: Entry = entryOf(paidAt, organisationId, author, 'payment-taken', {
    subscriptionId: subscription.id,
    paymentId,
    details: { plan: planName, amount, currency },
    once: `payment-taken ${paymentId}`,
  })
  const { members } = await store.findTeam(organisationId)
  const link = `${appUrl}/dashboard/receipt/${encodeURIComponent(id)}`
  const mails = members
    .filter(({ isAdmin }) => isAdmin)
    .map(({ email, fullName }) =>
      mailTo(
        services,
        email,
        receiptMail({ ...receipt, productName, fullName, link, timeZone }),
        now,
      ),
    )
  await store.tellReceipt(id, mails, toEntries([entry]))
  services.mail.wake()
}
