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

/** The lease of a check, in ms. It is longer than the calls of one check may take. */
export const receiptLease = 5 * minute
/** The maximum number of payments fetched per check. */
const paymentsAtOnce = 10
/** The age at which a fetched payment is fetched again, in ms. The seller may have refunded it without a webhook. */
const paymentFreshness = 7 * day
/** The age up to which payments can be refunded, in ms. https://razorpay.com/docs/payments/refunds/ says six months. */
const longestRefund = 200 * day
/** The shortest pause between two checks, in ms. */
const shortestPause = 30 * second

type ReceiptCheck = Row<'receiptChecks'>

interface Answer extends InvoiceReport {
  /** Null: the subscription was deleted, and its check too. */
  subscription: Subscription | null
  /** Whether some payments are left for the next check. */
  isPartial: boolean
}

/**
 * Fetches the invoices of paid subscriptions, and saves them as receipts. Each subscription is checked when a payment or
 * webhook asks for it, daily while its plan is live, and then ever more rarely as long as refunds are possible.
 */
export function createReceiptJob(services: Services, random: () => number = Math.random): Job {
  const { store, payments, clock, log } = services

  async function attempt({ subscriptionId }: ReceiptCheck): Promise<Answer> {
    const askedAt = payments.now() ?? clock()
    const [subscription, receipts] = await Promise.all([
      store.one('subscriptions', { id: subscriptionId }),
      store.all('receipts', { subscriptionId }),
    ])
    const stored = new Map(receipts.map((receipt) => [receipt.id, receipt]))
    const invoices = subscription ? await payments.fetchInvoices(subscriptionId) : []
    const stale = invoices.filter((invoice) => isStale(invoice, stored.get(invoice.id), askedAt))
    const details = new Map<string, PaymentDetails>()
    for (const { paymentId } of stale.slice(0, paymentsAtOnce)) {
      if (paymentId) details.set(paymentId, await payments.fetchPaymentDetails(paymentId))
    }
    const isPartial = stale.length > paymentsAtOnce
    return { subscription, invoices, payments: details, askedAt, isPartial }
  }

  return createRowJob<'receiptChecks', Answer>(services, {
    name: 'receipts',
    concurrency: 5,
    lease: receiptLease,
    due: { table: 'receiptChecks', due: 'dueAt' },
    attempt,

    async succeeded(check, answer) {
      const { subscription, isPartial } = answer
      if (!subscription) return
      const hasNews = await saveReceipts(services, subscription, answer)
      const dueAt = isPartial ? clock() : nextCheck(check, subscription, hasNews, clock(), random())
      await postponeReceiptCheck(store, check, dueAt, 0)
    },

    async failed(check, error) {
      const { subscriptionId, failures } = check
      const nextCheckAt = later(clock(), backoff(failures, random()))
      await postponeReceiptCheck(store, check, nextCheckAt, failures + 1)
      // Only the first failure of a series is logged.
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

/** Whether to fetch a payment, because its refunds may have changed. */
function isStale(invoice: ProviderInvoice, receipt: Receipt | undefined, now: Date): boolean {
  if (!invoice.paymentId || !invoice.paidAt) return false
  if (!receipt?.paymentAskedAt) return true
  const { paymentAskedAt, refundHeardAt } = receipt
  if (refundHeardAt && refundHeardAt >= paymentAskedAt) return true
  const age = now.getTime() - invoice.paidAt.getTime()
  return age < longestRefund && now.getTime() - paymentAskedAt.getTime() > paymentFreshness
}

/**
 * Schedules the next check. The provider may list an invoice late (D69), so each pause is as long as the time since the
 * check was asked for.
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
