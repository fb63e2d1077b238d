import { PaymentsError } from '../api/payments'
import type { Services } from '../api/services'
import { backoffForAge, day, hour, later, second } from '../lib/time'
import { byProvider } from '../people/author'
import { oneOf } from '../store/change'
import { type Entries, type Entry, entryOf } from '../store/entry'
import { backoff, createJob, type Job } from '../work/job'
import { sanitizedErrorMessage } from '../work/sanitized-error-message'
import { createReadThrottle, dueWhenRead, nextCheckoutCheck } from './checkout/polling'
import { endedStates, type ProviderUpdate } from './decide'
import { usualCharge } from './plan/renewals'
import { postponeCheck } from './postpone'
import { applyProviderUpdate } from './save'
import type { Subscription } from './tables'

/** Longer than the calls of one check may take. */
const lease = 120 * second
/** How long the provider may take to list a payment before that is logged as an error, in ms. */
const usualListing = hour

/**
 * How long an ended subscription that was never charged is polled for a payment: a mandate
 * that was authorised and cancelled has none (D69).
 */
const longestListing = 90 * day

/** `settled`: it has ended, and no question is open. */
type Outcome = 'settled' | 'open' | 'failed'

/** A leased subscription. */
interface Check {
  subscription: Subscription
  /** Whether somebody waits for it. */
  isAhead: boolean
}

/** The common part of the three jobs: they lease subscriptions and ask the provider about them. */
function createCheck(
  services: Services,
  parts: Pick<Job, 'name' | 'concurrency'> & {
    /** The source of its reports. */
    origin: Entry['origin']
    states: readonly Subscription['state'][]
    /** The differences if somebody waits for an organisation's checks; absent if there are none. */
    ahead?: {
      /** Whether a check may be made now. */
      mayAsk(organisationId: string): Promise<boolean>
      /** The time up to which checks count as due. */
      due(now: Date): Date
    }
    /** @returns null to leave the remaining questions to the job's own schedule. */
    attempt(subscription: Subscription, isAhead: boolean): Promise<ProviderUpdate | null>
    nextCheck(
      subscription: Subscription,
      outcome: Outcome,
      now: Date,
      news?: ProviderUpdate,
    ): Date | null
    whenItFails: string
    /** Whether an unreachable provider is no error for a while. */
    canWait?: boolean
    /** Whether each failure is logged, not only the first. */
    logsEachFailure?: boolean
  },
): Job {
  const { store, clock, log } = services
  return createJob<Check, ProviderUpdate | null>({
    name: parts.name,
    concurrency: parts.concurrency,
    lease,
    clock,
    async take(now, until, most, organisationId) {
      const { states } = parts
      const ahead = organisationId === undefined ? undefined : parts.ahead
      if (ahead && organisationId && !(await ahead.mayAsk(organisationId))) return []
      const where = { state: oneOf(states), ...(organisationId && { organisationId }) }
      const due = { table: 'subscriptions', due: 'nextCheckAt', where } as const
      const by = ahead ? ahead.due(now) : now
      const taken = await store.take(due, by, until, ahead ? 1 : most)
      return taken.map((subscription) => ({ subscription, isAhead: ahead !== undefined }))
    },
    organisationOf: ({ subscription }) => subscription.organisationId,
    attempt: ({ subscription, isAhead }) => parts.attempt(subscription, isAhead),

    async succeeded({ subscription }, news) {
      if (!news) {
        return await postponeCheck(store, subscription, clock(), subscription.checkFailures, null)
      }
      const outcome = (await applyProviderUpdate(services, subscription, news, parts.origin))
        ? 'settled'
        : 'open'
      // The decision itself schedules the next check.
      await postponeCheck(
        store,
        subscription,
        parts.nextCheck(subscription, outcome, clock(), news),
        0,
        null,
      )
    },

    async failed({ subscription }, error) {
      const nextCheckAt = parts.nextCheck(subscription, 'failed', clock())
      const { id, organisationId, checkFailures, plan } = subscription
      // Only the first failure of a series: the others say the same.
      const entries: Entries | null =
        checkFailures > 0
          ? null
          : [
              entryOf(clock(), organisationId, byProvider(parts.origin), 'check-failed', {
                audience: 'operator',
                subscriptionId: id,
                details: { plan: plan.name },
                outcome: 'failed',
                errorMessage: sanitizedErrorMessage(error),
              }),
            ]
      await postponeCheck(store, subscription, nextCheckAt, checkFailures + 1, entries)
      if (subscription.checkFailures > 0 && !parts.logsEachFailure) return
      const isOutage = error instanceof PaymentsError && error.reason === 'unreachable'
      const level = isOutage && parts.canWait ? 'info' : 'error'
      log[level](parts.whenItFails, {
        subscriptionId: subscription.id,
        nextCheckAt,
        error: String(error),
      })
    },

    release: ({ subscription }) =>
      postponeCheck(store, subscription, clock(), subscription.checkFailures, null),
  })
}

/**
 * @returns the provider's report of a subscription, with its payments if it has ended. An ongoing
 *   one keeps the payments it has.
 */
async function ask({ payments }: Services, id: string): Promise<ProviderUpdate> {
  const subscription = await payments.fetchSubscription(id)
  if (subscription.status !== 'ended') return { subscription, payments: [], hasAllPayments: false }
  return { subscription, payments: await payments.fetchPayments(id), hasAllPayments: true }
}

/**
 * Polls unpaid checkouts until the provider reports that they have expired: the browser that paid
 * may never come back, and the webhook may be lost. Reading a profile meanwhile polls one, with a
 * single call (D70).
 */
export function createCheckoutJob(services: Services): Job {
  const { payments } = services
  return createCheck(services, {
    name: 'checkouts',
    origin: 'poll',
    concurrency: 5,
    states: ['unpaid'],
    ahead: { mayAsk: createReadThrottle(services), due: dueWhenRead },
    async attempt({ id }, isAhead) {
      if (!isAhead) return await ask(services, id)
      const subscription = await payments.fetchSubscription(id)
      if (subscription.status === 'ended') return null
      return { subscription, payments: [], hasAllPayments: false }
    },
    nextCheck: (subscription, _outcome, now) => nextCheckoutCheck(subscription, now),
    whenItFails: 'The payment provider could not be asked about a checkout',
    canWait: true,
  })
}

/**
 * Compares plans with the provider at least once a day, each at its own time: a webhook may be lost
 * (D46). Reports plans that aren't charged (D73).
 */
export function createComparisonJob(services: Services, random: () => number): Job {
  const { clock, log } = services
  return createCheck(services, {
    name: 'comparison',
    origin: 'comparison',
    concurrency: 2,
    states: ['live'],
    async attempt({ id, organisationId, startedAt }) {
      const update = await ask(services, id)
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
    whenItFails: 'A plan could not be compared with the payment provider',
  })
}

/**
 * Cancels ended subscriptions at the provider until it confirms, then records their payments once
 * they are listed, some of which may have to be refunded (D69). It never gives up, because it is
 * somebody's money.
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
    nextCheck({ id, organisationId, checkFailures, endedAt }, outcome, now, news) {
      if (outcome === 'settled') return null
      if (outcome === 'failed') return later(now, backoff(checkFailures, random()))
      const age = now.getTime() - (endedAt ?? now).getTime()
      const { status, paidCount } = news?.subscription ?? {}
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
    whenItFails: 'A subscription could not be cancelled at the payment provider yet',
    logsEachFailure: true,
  })
}
