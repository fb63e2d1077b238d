import { PaymentsError } from '../api/payments'
import type { Services } from '../api/services'
import { backoffForAge, day, hour, later, second } from '../lib/time'
import { byProvider } from '../people/author'
import { oneOf } from '../store/change'
import { type Entry, entryOf } from '../store/entry'
import { backoff, createJob, type Job } from '../work/job'
import { sanitizedErrorMessage } from '../work/sanitized-error-message'
import { aheadForReaders, nextCheckoutCheck } from './checkout/polling'
import { endedStates, type ProviderUpdate } from './decide'
import { usualCharge } from './plan/renewals'
import { postponeCheck } from './postpone'
import { applyProviderUpdate } from './save'
import type { Subscription } from './tables'

/** The lease of a check. It is longer than the calls of one check may take. */
const lease = 120 * second
/** The time after which an unlisted payment is logged as an error, in ms. */
const usualListing = hour

/**
 * The time for which an ended subscription is polled for a payment, in ms. A mandate that was authorised and then
 * cancelled has no payment (D69).
 */
export const longestListing = 90 * day

/** The outcome of a check. `settled`: the subscription is settled (`isSettled`). */
type Outcome = 'settled' | 'open' | 'failed'

/** The differences between the jobs that ask the provider about subscriptions. */
interface CheckJob extends Pick<Job, 'name' | 'concurrency'> {
  /** The source of the reports, for entries. */
  origin: Entry['origin']
  states: readonly Subscription['state'][]
  /** The time by which one check may be advanced for somebody who waits for it, in ms; absent: all that are due run, none earlier. */
  ahead?: number
  /** @returns the provider's report. */
  attempt(subscription: Subscription): Promise<ProviderUpdate>
  nextCheck(
    subscription: Subscription,
    outcome: Outcome,
    now: Date,
    update?: ProviderUpdate,
  ): Date | null
  failureMessage: string
  /** Whether an unreachable provider is logged as information only. */
  toleratesOutage?: boolean
  /** Whether each failure is logged, not only the first. */
  logsEachFailure?: boolean
}

/** Creates a job that leases subscriptions and asks the provider about them. */
function createCheck(services: Services, job: CheckJob): Job {
  const { store, clock } = services
  const { name, concurrency, states } = job
  return createJob<Subscription, ProviderUpdate>({
    name,
    concurrency,
    lease,
    clock,
    async take(now, until, most, organisationId) {
      const ahead = organisationId === undefined ? undefined : job.ahead
      const where = { state: oneOf(states), ...(organisationId && { organisationId }) }
      const due = { table: 'subscriptions', due: 'nextCheckAt', where } as const
      return await store.take(due, later(now, ahead ?? 0), until, ahead ? 1 : most)
    },
    organisationOf: ({ organisationId }) => organisationId,
    attempt: job.attempt,

    async succeeded(subscription, update) {
      const isSettled = await applyProviderUpdate(services, subscription, update, job.origin)
      const outcome = isSettled ? 'settled' : 'open'
      const nextCheckAt = job.nextCheck(subscription, outcome, clock(), update)
      await postponeCheck(store, subscription, nextCheckAt, 0, null)
    },

    failed: (subscription, error) => saveFailedCheck(services, job, subscription, error),
    release: (subscription) =>
      postponeCheck(store, subscription, clock(), subscription.checkFailures, null),
  })
}

/** Schedules another check. Only the first failure of a series has an entry. */
async function saveFailedCheck(
  { store, clock, log }: Services,
  job: CheckJob,
  subscription: Subscription,
  error: unknown,
): Promise<void> {
  const nextCheckAt = job.nextCheck(subscription, 'failed', clock())
  const { id: subscriptionId, organisationId, checkFailures, plan } = subscription
  const isFirst = checkFailures === 0
  const entry = entryOf(clock(), organisationId, byProvider(job.origin), 'check-failed', {
    audience: 'operator',
    subscriptionId,
    details: { plan: plan.name },
    outcome: 'failed',
    errorMessage: sanitizedErrorMessage(error),
  })
  const entries = isFirst ? ([entry] as const) : null
  await postponeCheck(store, subscription, nextCheckAt, checkFailures + 1, entries)
  if (!isFirst && !job.logsEachFailure) return
  const isOutage = error instanceof PaymentsError && error.reason === 'unreachable'
  const level = isOutage && job.toleratesOutage ? 'info' : 'error'
  log[level](job.failureMessage, { subscriptionId, nextCheckAt, error: String(error) })
}

/** Asks the provider about a subscription, and about its payments if it has ended. */
async function fetchUpdate({ payments }: Services, id: string): Promise<ProviderUpdate> {
  const subscription = await payments.fetchSubscription(id)
  if (subscription.status !== 'ended') return { subscription }
  return { subscription, payments: await payments.fetchPayments(id), hasAllPayments: true }
}

/**
 * Polls unpaid checkouts until the provider reports that they have expired. The browser that paid may never come back, and
 * the webhook may be lost. Reading a profile polls one checkout at once (D46).
 */
export function createCheckoutJob(services: Services): Job {
  return createCheck(services, {
    name: 'checkouts',
    origin: 'poll',
    concurrency: 5,
    states: ['unpaid'],
    ahead: aheadForReaders,
    attempt: ({ id }) => fetchUpdate(services, id),
    nextCheck: (subscription, _outcome, now) => nextCheckoutCheck(subscription, now),
    failureMessage: 'The payment provider could not be asked about a checkout',
    toleratesOutage: true,
  })
}

/**
 * Compares plans with the provider at least once a day, because a webhook may be lost. Logs plans that aren't charged
 * (D81).
 */
export function createComparisonJob(services: Services, random: () => number): Job {
  const { clock, log } = services
  return createCheck(services, {
    name: 'comparison',
    origin: 'comparison',
    concurrency: 2,
    states: ['live'],
    async attempt({ id, organisationId, startedAt }) {
      const update = await fetchUpdate(services, id)
      const { state } = update.subscription.charges ?? {}
      const age = clock().getTime() - (startedAt ?? clock()).getTime()
      if (state === 'halted' || (state === 'authorised' && age > usualCharge)) {
        log.error('The payment provider does not charge for a plan', {
          subscriptionId: id,
          organisationId,
          reason: state === 'halted' ? 'halted' : 'never-charged',
        })
      }
      return update
    },
    nextCheck: ({ checkFailures }, outcome, now) =>
      later(
        now,
        outcome === 'failed' ? backoff(checkFailures, random()) : day * (0.75 + random() / 4),
      ),
    failureMessage: 'A plan could not be compared with the payment provider',
  })
}

/**
 * Cancels ended subscriptions at the provider until it confirms. Then it records their payments once they are listed, because
 * some may have to be refunded. It never gives up a cancellation: somebody would go on paying.
 */
export function createCancellationJob(services: Services, random: () => number): Job {
  const { payments, log } = services
  return createCheck(services, {
    name: 'cancellations',
    origin: 'job',
    concurrency: 5,
    states: endedStates,
    async attempt({ id }) {
      const subscription = await payments.cancelSubscription(id)
      return { subscription, payments: await payments.fetchPayments(id), hasAllPayments: true }
    },
    nextCheck({ id, organisationId, checkFailures, endedAt }, outcome, now, update) {
      if (outcome === 'settled') return null
      if (outcome === 'failed') return later(now, backoff(checkFailures, random()))
      const age = now.getTime() - (endedAt ?? now).getTime()
      const { status, paidCount } = update?.subscription ?? {}
      if (status === 'ended' && paidCount === 0 && age > longestListing) {
        log.error('A subscription without any listed payment is left to the operator', {
          subscriptionId: id,
          organisationId,
        })
        return null
      }
      const nextCheckAt = later(now, backoffForAge(age))
      const level = age > usualListing ? 'error' : 'info'
      log[level]('A payment is not listed by the payment provider yet', {
        subscriptionId: id,
        nextCheckAt,
      })
      return nextCheckAt
    },
    failureMessage: 'A subscription could not be cancelled at the payment provider yet',
    logsEachFailure: true,
  })
}
