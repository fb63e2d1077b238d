import { PaymentsError } from '../payments/payments'
import type { Services } from '../services'
import type { Refund } from '../store/entities'
import { later, minute } from '../time'
import { createJob, delayAfter, type Job } from './job'

/** Longer than the calls of one refund may take. */
const lease = 2 * minute

/**
 * Gives back what has to be (D47). What fails is tried again with growing pauses; what the provider
 * won't ever give back is kept for the operator, and logged.
 */
export function createRefundJob(
  { store, payments, clock, log }: Services,
  random: () => number = Math.random,
): Job {
  return createJob<Refund, void>({
    name: 'refunds',
    simultaneous: 5,
    lease,
    clock,
    take: (now, until, most) => store.takeDueRefunds(now, until, most),
    organisationOf: () => null,
    attempt: ({ paymentId }) => payments.refundPayment(paymentId),

    async succeeded(refund) {
      const { paymentId, subscriptionId } = refund
      const done = {
        state: 'done',
        nextAttemptAt: null,
        settledAt: clock(),
        failure: null,
      } as const
      await store.updateRefund(refund, done)
      log.info('A payment was given back', { paymentId, subscriptionId })
    },

    async failed(refund, error) {
      const { paymentId, subscriptionId, attempts } = refund
      const now = clock()
      const isRefused = error instanceof PaymentsError && error.reason === 'refused'
      const failure = error instanceof Error ? error.message : String(error)
      const details = { paymentId, subscriptionId, error: failure }
      if (isRefused) {
        const refused = { state: 'refused', nextAttemptAt: null, settledAt: now } as const
        await store.updateRefund(refund, { ...refused, attempts: attempts + 1, failure })
        log.error('The payment provider refuses to give a payment back: see to it there', details)
        return
      }
      const nextAttemptAt = later(now, delayAfter(attempts, random()))
      await store.updateRefund(refund, { nextAttemptAt, attempts: attempts + 1, failure })
      log.error('A payment could not be given back yet', { ...details, nextAttemptAt })
    },
  })
}
