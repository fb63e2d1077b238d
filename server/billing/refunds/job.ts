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
  const { payments } = services
  return createRowJob<'refunds', ProviderRefund>(services, {
    name: 'refunds',
    concurrency: 5,
    lease,
    due: { table: 'refunds', due: 'nextAttemptAt' },
    attempt: ({ paymentId, refundId }) =>
      refundId ? payments.fetchRefund(refundId) : payments.refundPayment(paymentId),
    succeeded: (refund, report) => saveReport(services, refund, report),
    failed: (refund, error) => saveFailure(services, refund, error, random()),
    postpone: (refund, to) => postponeRefund(services, refund, { nextAttemptAt: to }),
  })
}

/** Saves the provider's report on a refund. */
async function saveReport(
  services: Services,
  refund: Refund,
  { id: refundId, status, amount }: ProviderRefund,
): Promise<void> {
  const { log, clock } = services
  const { paymentId, subscriptionId, createdAt } = refund
  const details = { paymentId, subscriptionId, refundId }
  const now = clock()
  if (status === 'failed') {
    await giveUp(services, { ...refund, refundId }, `The refund ${refundId} failed`)
    log.error('A refund failed at the payment provider: handle it there', details)
    return
  }
  if (status === 'processed') {
    const entry = refundEntry(now, refund, 'payment-refunded', null, amount)
    const changes = {
      state: 'done',
      refundId,
      nextAttemptAt: null,
      settledAt: now,
      failure: null,
    } as const
    await updateRefund(services, refund, changes, entry)
    log.info('A refund is done', details)
    return
  }
  const age = now.getTime() - createdAt.getTime()
  const nextAttemptAt = later(now, backoffForAge(age))
  const changes = { refundId, nextAttemptAt, failure: null }
  if (refund.refundId) await postponeRefund(services, refund, changes)
  else await updateRefund(services, refund, changes, refundEntry(now, refund, 'refund-begun'))
  const level = age > usualTime ? 'error' : 'info'
  log[level]('A refund is still pending', { ...details, nextAttemptAt })
}

/** Schedules another attempt, unless the provider refuses the refund for good. */
async function saveFailure(
  services: Services,
  refund: Refund,
  error: unknown,
  chance: number,
): Promise<void> {
  const { log, clock } = services
  const { paymentId, subscriptionId, attempts } = refund
  const now = clock()
  const isRefused = error instanceof PaymentsError && error.reason === 'refused'
  const failure = error instanceof Error ? error.message : String(error)
  const details = { paymentId, subscriptionId, error: failure }
  // If the provider doesn't find a refund that it has started, it may find it later.
  if (isRefused && !refund.refundId) {
    await giveUp(services, refund, failure)
    log.error('The payment provider refuses a refund: handle it there', details)
    return
  }
  const nextAttemptAt = later(now, backoff(attempts, chance))
  const changes = { nextAttemptAt, attempts: attempts + 1, failure }
  // A series of equal failures has one entry.
  if (failure === refund.failure) await postponeRefund(services, refund, changes)
  else {
    const entry = refundEntry(now, refund, 'refund-failed', failure)
    await updateRefund(services, refund, changes, entry)
  }
  log.error('A refund failed and will be retried', { ...details, nextAttemptAt })
}

/** Leaves a refund to the operator, without retries. */
async function giveUp(services: Services, refund: Refund, failure: string): Promise<void> {
  const now = services.clock()
  const { refundId, attempts } = refund
  const settled = { state: 'refused', nextAttemptAt: null, settledAt: now } as const
  const changes = { ...settled, refundId, attempts: attempts + 1, failure }
  await updateRefund(services, refund, changes, refundEntry(now, refund, 'refund-failed', failure))
}

/** @param amount the refunded amount; null: unknown. */
function refundEntry(
  at: Date,
  { paymentId }: Refund,
  action: Entry['action'],
  failure: string | null = null,
  amount: number | null = null,
): EntryFor {
  const isForAll = action === 'payment-refunded'
  return ({ id: subscriptionId, organisationId, plan, currency }) =>
    entryOf(at, organisationId, isForAll ? byOrglens() : byProvider('job'), action, {
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
