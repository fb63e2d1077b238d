import { type PaymentDetails, PaymentsError, type ProviderInvoice } from '../../api/payments'
import type { Services } from '../../api/services'
import { day, later, minute, second } from '../../lib/time'
import type { Row } from '../../store/change'
import { backoff, createRowJob, type Job } from '../../work/job'
import { sanitizedErrorMessage } from '../../work/sanitized-error-message'
import { postponeReceiptCheck } from '../postpone'
import type { Subscription } from '../tables'
import { type InvoiceReport, saveReceipts } from './receipts'
import type { Receipt } from './tables'

/** Longer than the calls of one check may take. */
const lease = 5 * minute
/** The maximum number of payments fetched per check. */
const paymentsAtOnce = 10
/** When a payment is fetched again, in ms: a refund made elsewhere may have gone unnoticed. */
const paymentFreshness = 7 * day
/** Older payments can't be refunded, in ms: https://razorpay.com/docs/payments/refunds/ says six months. */
const longestRefund = 200 * day
/** The shortest pause between two checks, in ms. */
const shortestPause = 30 * second

type ReceiptCheck = Row<'receiptChecks'>

/** The result of one check. */
interface Answer extends InvoiceReport {
  /** Null: it was deleted, and the check with it. */
  subscription: Subscription | null
  /** Whether more payments have to be fetched. */
  isCut: boolean
}

/**
 * Fetches the invoices of paid subscriptions, and saves them as receipts. Proofs of payment and
 * webhooks only trigger it; it also runs daily while a plan is live, then ever more rarely as long as refunds
 * are possible.
 */
export function createReceiptJob(services: Services, random: () => number = Math.random): Job {
  const { store, payments, clock, log } = services

  async function attempt({ subscriptionId }: ReceiptCheck): Promise<Answer> {
    const askedAt = payments.now() ?? clock()
    const [subscription, receipts] = await Promise.all([
      store.one('subscriptions', { id: subscriptionId }),
      store.all('receipts', { subscriptionId }),
    ])
    const kept = new Map(receipts.map((receipt) => [receipt.id, receipt]))
    const invoices = subscription ? await payments.fetchInvoices(subscriptionId) : []
    const stale = invoices
      .filter((invoice) => isStale(invoice, kept.get(invoice.id), askedAt))
      .sort((one, other) => askedBefore(kept.get(one.id)) - askedBefore(kept.get(other.id)))
    const details = new Map<string, PaymentDetails>()
    for (const { paymentId } of stale.slice(0, paymentsAtOnce)) {
      if (paymentId) details.set(paymentId, await payments.fetchPaymentDetails(paymentId))
    }
    const isCut = stale.length > paymentsAtOnce
    return { subscription, invoices, payments: details, askedAt, isCut }
  }

  return createRowJob<'receiptChecks', Answer>(services, {
    name: 'receipts',
    concurrency: 5,
    lease,
    due: { table: 'receiptChecks', due: 'dueAt' },
    attempt,

    async succeeded(check, answer) {
      const { subscription, isCut } = answer
      if (!subscription) return
      const hasNews = await saveReceipts(services, subscription, answer)
      const dueAt = isCut ? clock() : nextCheck(check, subscription, hasNews, clock(), random())
      await postponeReceiptCheck(store, check, dueAt, 0)
    },

    async failed(check, error) {
      const { subscriptionId, failures } = check
      const nextCheckAt = later(clock(), backoff(failures, random()))
      await postponeReceiptCheck(store, check, nextCheckAt, failures + 1)
      // The others of a series say the same.
      if (failures > 0) return
      const isOutage = error instanceof PaymentsError && error.reason === 'unreachable'
      log[isOutage ? 'info' : 'error']('Invoices could not be fetched', {
        subscriptionId,
        nextCheckAt,
        error: sanitizedErrorMessage(error),
      })
    },

    postpone: (check, to) => postponeReceiptCheck(store, check, to, check.failures),
  })
}

/** Whether to fetch a payment: its refunds may have changed. */
function isStale(invoice: ProviderInvoice, kept: Receipt | undefined, now: Date): boolean {
  if (!invoice.paymentId || !invoice.paidAt) return false
  if (!kept?.paymentAskedAt) return true
  if (kept.refundHeardAt && kept.refundHeardAt >= kept.paymentAskedAt) return true
  const age = now.getTime() - invoice.paidAt.getTime()
  return age < longestRefund && now.getTime() - kept.paymentAskedAt.getTime() > paymentFreshness
}

/** Payments with news of a refund, or never fetched, come first. */
function askedBefore(kept: Receipt | undefined): number {
  if (!kept?.paymentAskedAt || kept.refundHeardAt) return 0
  return kept.paymentAskedAt.getTime()
}

/**
 * The trigger's invoice may not be listed yet (D69), so the first checks after it come soon, each pause twice
 * as long as the one before.
 */
function nextCheck(
  { wokenAt }: ReceiptCheck,
  { state }: Subscription,
  hasNews: boolean,
  now: Date,
  chance: number,
): Date | null {
  const age = Math.max(now.getTime() - wokenAt.getTime(), shortestPause)
  const daily = day * (0.75 + chance / 4)
  if (state === 'live') return later(now, hasNews ? daily : Math.min(age, daily))
  if (age > longestRefund) return null
  return later(now, hasNews ? Math.max(age, daily) : age)
}
