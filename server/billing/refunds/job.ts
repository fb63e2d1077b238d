import { PaymentsError, type ProviderRefund } from '../../api/payments'
import type { Services } from '../../api/services'
import { backoffForAge, day, later, minute } from '../../lib/time'
import { byOrglens, byProvider } from '../../people/author'
import { type Entry, entryOf } from '../../store/entry'
import { backoff, createRowJob, type Job } from '../../work/job'
import { sanitizedErrorMessage } from '../../work/sanitized-error-message'
import { onceRefunded } from '../receipts/receipts'
import { type EntryFor, postponeRefund, updateRefund } from './refunds'
import type { Refund } from './tables'

/** The lease of a refund. It is longer than the calls of one refund may take. */
const lease = 2 * minute
/**
 * The time after which a pending refund is logged as an error, in ms. Banks take 5 to 7 working days:
 * https://razorpay.com/docs/payments/refunds/
 */
const usualTime = 10 * day

/**
 * Makes the refunds that are owed (D47), and polls them until they are done (D69). A refund that can't be started is retried
 * with backoff. A refund that the provider refuses for good, or that fails there, is logged and kept for the operator.
 */
export function createRefundJob(services: Services, random: () => number = Math.random): Job {
  const { payments, clock, log } = services

  /** @param amount the refunded amount, if it is known. */
  const refundEntry =
    (
      { paymentId }: Refund,
      action: Entry['action'],
      failure: string | null = null,
      amount: number | null = null,
    ): EntryFor =>
    (subscription) => {
      const { id: subscriptionId, organisationId, plan, currency } = subscription
      const isForAll = action === 'payment-refunded'
      const author = isForAll ? byOrglens() : byProvider('job')
      return entryOf(clock(), organisationId, author, action, {
        audience: isForAll ? 'both' : 'operator',
        details: { plan: plan.name, ...(amount !== null && { amount, currency }) },
        outcome: failure === null ? 'done' : 'failed',
        errorMessage: failure === null ? null : sanitizedErrorMessage(failure),
        paymentId,
        subscriptionId,
        // Saving the receipt may log the refund, too.
        once: isForAll ? onceRefunded(paymentId) : null,
      })
    }

  /** Leaves a refund to the operator, without retries. */
  async function giveUp(refund: Refund, failure: string): Promise<void> {
    const settled = { nextAttemptAt: null, settledAt: clock() }
    const { refundId, attempts } = refund
    await updateRefund(
      services,
      refund,
      { ...settled, state: 'refused', refundId, attempts: attempts + 1, failure },
      refundEntry(refund, 'refund-failed', failure),
    )
  }

  return createRowJob<'refunds', ProviderRefund>(services, {
    name: 'refunds',
    concurrency: 5,
    lease,
    due: { table: 'refunds', due: 'nextAttemptAt' },
    attempt: ({ paymentId, refundId }) =>
      refundId ? payments.fetchRefund(refundId) : payments.refundPayment(paymentId),

    async succeeded(refund, { id: refundId, status, amount }) {
      const { paymentId, subscriptionId, createdAt } = refund
      const details = { paymentId, subscriptionId, refundId }
      const now = clock()
      if (status === 'failed') {
        await giveUp({ ...refund, refundId }, `The refund ${refundId} failed`)
        log.error('A refund failed at the payment provider: handle it there', details)
        return
      }
      if (status === 'pending') {
        const age = now.getTime() - createdAt.getTime()
        const nextAttemptAt = later(now, backoffForAge(age))
        const changes = { refundId, nextAttemptAt, failure: null }
        if (refund.refundId) await postponeRefund(services, refund, changes)
        else await updateRefund(services, refund, changes, refundEntry(refund, 'refund-begun'))
        const level = age > usualTime ? 'error' : 'info'
        log[level]('A refund is still pending', { ...details, nextAttemptAt })
        return
      }
      const settled = { nextAttemptAt: null, settledAt: now, failure: null }
      await updateRefund(
        services,
        refund,
        { ...settled, state: 'done', refundId },
        refundEntry(refund, 'payment-refunded', null, amount),
      )
      log.info('A refund is done', details)
    },

    async failed(refund, error) {
      const { paymentId, subscriptionId, attempts } = refund
      const now = clock()
      const isRefused = error instanceof PaymentsError && error.reason === 'refused'
      const failure = error instanceof Error ? error.message : String(error)
      const details = { paymentId, subscriptionId, error: failure }
      // If the provider doesn't find a refund that it has started, it may find it later.
      if (isRefused && !refund.refundId) {
        await giveUp(refund, failure)
        log.error('The payment provider refuses a refund: handle it there', details)
        return
      }
      const nextAttemptAt = later(now, backoff(attempts, random()))
      const changes = { nextAttemptAt, attempts: attempts + 1, failure }
      // A series of equal failures has one entry.
      if (failure === refund.failure) await postponeRefund(services, refund, changes)
      else {
        const entry = refundEntry(refund, 'refund-failed', failure)
        await updateRefund(services, refund, changes, entry)
      }
      log.error('A refund failed and will be retried', { ...details, nextAttemptAt })
    },

    postpone: (refund, to) => postponeRefund(services, refund, { nextAttemptAt: to }),
  })
}
