import { createReadThrottle, dueForReaders, nextCheckoutCheck } from '../domain/checkouts'
import type { ProviderUpdate } from '../domain/subscription-changes'
import { applyProviderUpdate } from '../domain/subscriptions'
import { PaymentsError } from '../payments/payments'
import type { Services } from '../services'
import type { Subscription } from '../store/entities'
import { endedStates } from '../store/store'
import { backoffForAge, day, hour, later, second } from '../time'
import { backoff, createJob, type Job } from './job'

/** Longer than the calls of one check may take. */
const lease = 120 * second
/**
 * How long a plan may be authorised before it is charged, in ms: a customer has up to three days to
 * approve a charge.
 */
const usualCharge = 3 * day
/** How long a payment may be made and not be listed before that is worth an error, in ms. */
const usualListing = hour

/** `settled`: it has ended and there is nothing left to ask. */
type Outcome = 'settled' | 'open' | 'failed'

/** A subscription that is taken. */
interface Check {
  subscription: Subscription
  /** Whether somebody waits for it. */
  isAhead: boolean
}

/** What the three jobs share: they take subscriptions, and ask the provider about them. */
function createCheck(
  services: Services,
  parts: Pick<Job, 'name' | 'concurrency'> & {
    states: readonly Subscription['state'][]
    /** What differs for whoever waits for one organisation's checks; without it nothing does. */
    ahead?: {
      /** Whether one may be made now. */
      mayAsk(organisationId: string): Promise<boolean>
      /** Until when they count as due. */
      due(now: Date): Date
    }
    /** @returns null: what there is to ask yet is left to the job's own pace. */
    attempt(subscription: Subscription, isAhead: boolean): Promise<ProviderUpdate | null>
    nextCheck(subscription: Subscription, outcome: Outcome, now: Date): Date | null
    whenItFails: string
    /** Whether nothing is wrong while the provider can't be reached for a while. */
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
      const due = { states, by: ahead ? ahead.due(now) : now, organisationId }
      const taken = await store.takeDueSubscriptions(due, until, ahead ? 1 : most)
      return taken.map((subscription) => ({ subscription, isAhead: ahead !== undefined }))
    },
    organisationOf: ({ subscription }) => subscription.organisationId,
    attempt: ({ subscription, isAhead }) => parts.attempt(subscription, isAhead),

    async succeeded({ subscription }, update) {
      if (!update)
        return await store.postponeCheck(subscription, clock(), subscription.checkFailures)
      const outcome = (await applyProviderUpdate(services, subscription, update))
        ? 'settled'
        : 'open'
      // What was decided says itself when the next check is due.
      await store.postponeCheck(subscription, parts.nextCheck(subscription, outcome, clock()), 0)
    },

    async failed({ subscription }, error) {
      const nextCheckAt = parts.nextCheck(subscription, 'failed', clock())
      await store.postponeCheck(subscription, nextCheckAt, subscription.checkFailures + 1)
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
      store.postponeCheck(subscription, clock(), subscription.checkFailures),
  })
}

/**
 * @returns what the provider says of a subscription and, where it has ended, of its payments: whatever
 *   goes on keeps those that it has.
 */
async function ask({ payments }: Services, id: string): Promise<ProviderUpdate> {
  const subscription = await payments.fetchSubscription(id)
  if (subscription.status !== 'ended') return { subscription, payments: [], hasAllPayments: false }
  return { subscription, payments: await payments.fetchPayments(id), hasAllPayments: true }
}

/**
 * Asks about checkouts that aren't known to be paid, until the provider calls them expired: the browser
 * that paid may never come back, and the webhook may be lost. Whoever reads a profile meanwhile has one
 * asked about, by one call (D70).
 */
export function createCheckoutJob(services: Services): Job {
  const { payments } = services
  return createCheck(services, {
    name: 'checkouts',
    concurrency: 5,
    states: ['unpaid'],
    ahead: { mayAsk: createReadThrottle(services), due: dueForReaders },
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
 * Compares plans with what the provider has, at least once a day, each at a time of its own: a webhook
 * may be lost (D46). Plans that it charges nothing for are said to be such (D73).
 */
export function createComparisonJob(services: Services, random: () => number): Job {
  const { clock, log } = services
  return createCheck(services, {
    name: 'comparison',
    concurrency: 2,
    states: ['live'],
    async attempt({ id, organisationId, startedAt }) {
      const update = await ask(services, id)
      const { uncharged } = update.subscription
      const age = clock().getTime() - (startedAt ?? clock()).getTime()
      if (uncharged === 'halted' || (uncharged && age > usualCharge)) {
        log.error('The payment provider charges nothing for a plan', {
          subscriptionId: id,
          organisationId,
          reason: uncharged,
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
 * Cancels at the provider whatever has ended here, until the provider confirms it, and then takes over
 * its payments, of which some may have to be given back, once they are listed (D69). Never given up,
 * because it costs somebody money.
 */
export function createCancellationJob(services: Services, random: () => number): Job {
  const { payments, log } = services
  return createCheck(services, {
    name: 'cancellations',
    concurrency: 5,
    states: endedStates,
    async attempt({ id }) {
      const subscription = await payments.cancelSubscription(id)
      return { subscription, payments: await payments.fetchPayments(id), hasAllPayments: true }
    },
    nextCheck({ id, checkFailures, endedAt }, outcome, now) {
      if (outcome === 'settled') return null
      if (outcome === 'failed') return later(now, backoff(checkFailures, random()))
      const age = now.getTime() - (endedAt ?? now).getTime()
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
