import type { Services } from '../../api/services'
import { later, minute } from '../../lib/time'
import { byOrglens } from '../../people/author'
import { createRowJob, type Job } from '../../work/job'
import { type Billing, type Changes, type Clocks, recordEnd, recordRenewal } from '../decide'
import { postponeStep } from '../postpone'
import { applyProviderUpdate, changeSubscriptions, readClocks } from '../save'
import type { Subscription } from '../tables'
import { endToAnnounce, nextReminder, nextStepOf, renewalOf, type Step } from './renewals'

/** Longer than one step may take. */
const lease = 2 * minute
/** How long to wait after a step that failed, in ms. */
const pause = 10 * minute

const nothing: Changes = { subscriptions: [], refunds: [] }

/**
 * Takes the timed steps of plans (D81): reminds of a renewal (D113), announces an end, tells the provider that a renewal was stopped, and
 * ends plans that were stopped or couldn't be charged for too long.
 */
export function createRenewalJob(services: Services): Job {
  const { store, payments, clock, log } = services
  const stepOf = (subscription: Subscription | null | undefined, now: Date): Step | null =>
    subscription?.state === 'live' ? nextStepOf(subscription, services.haltedPlanDays, now) : null

  /** Takes a step if it is still due. @returns whether it was. */
  async function take(
    subscription: Subscription,
    kind: Step['kind'],
    decide: (kept: Subscription, billing: Billing, now: Clocks) => Changes,
  ): Promise<boolean> {
    const { decided } = await changeSubscriptions(
      services,
      subscription,
      byOrglens(),
      (billing, now) => {
        const kept = billing.subscriptions.find(({ id }) => id === subscription.id)
        const step = stepOf(kept, now.provider)
        const isTaken = step?.kind === kind && step.at <= now.provider
        return { ...(kept && isTaken ? decide(kept, billing, now) : nothing), isTaken }
      },
    )
    return decided?.isTaken ?? false
  }

  /** Each returns whether it was due. */
  const steps: Record<Step['kind'], (subscription: Subscription) => Promise<boolean>> = {
    remind: (subscription) =>
      take(subscription, 'remind', (kept, _billing, now) => {
        const { daysAhead, renewsAt } = nextReminder(kept, now.provider) ?? {}
        if (daysAhead === undefined || renewsAt === undefined) return nothing
        return recordRenewal(kept, { ...renewalOf(kept), reminded: { renewsAt, daysAhead } })
      }),

    announce: (subscription) =>
      take(subscription, 'announce', (kept, _billing, now) =>
        recordRenewal(kept, {
          ...renewalOf(kept),
          announcedEnd: endToAnnounce(kept, now.provider, services.haltedPlanDays),
        }),
      ),

    async tell(subscription) {
      const tell = (provider: 'being-told' | 'told') =>
        take(subscription, 'tell', (kept) => recordRenewal(kept, { ...renewalOf(kept), provider }))
      // From here on it can't be kept, whatever the call's result.
      if (!(await tell('being-told'))) return false
      await payments.stopRenewing(subscription.id)
      return await tell('told')
    },

    end: (subscription) =>
      take(subscription, 'end', (kept, { subscriptions }, now) =>
        recordEnd(subscriptions, kept.id, renewalOf(kept).stopsAt ?? now.provider, now),
      ),

    async 'give-up'(subscription) {
      // It may have been paid, and the news lost.
      const news = await payments.fetchSubscription(subscription.id)
      const update = { subscription: news, payments: [], hasAllPayments: false }
      await applyProviderUpdate(services, subscription, update, 'job')
      const isOver = await take(subscription, 'give-up', (kept, { subscriptions }, now) =>
        recordEnd(subscriptions, kept.id, now.provider, now),
      )
      const { id: subscriptionId, organisationId } = subscription
      if (isOver)
        log.info('A plan that could not be charged has ended', { subscriptionId, organisationId })
      return isOver
    },
  }

  return createRowJob<'subscriptions', void>(services, {
    name: 'renewals',
    concurrency: 5,
    lease,
    due: { table: 'subscriptions', due: 'nextStepAt', where: { state: 'live' } },
    postpone: (subscription, to) => postponeStep(store, subscription, to),

    async attempt({ id }) {
      // Several may be due at once, after a pause. Each is taken once.
      for (let isTaken = true; isTaken; ) {
        const kept = await store.one('subscriptions', { id })
        const step = stepOf(kept, readClocks(services).provider)
        isTaken = kept !== null && step !== null && (await steps[step.kind](kept))
      }
    },

    async succeeded({ id }) {
      const kept = await store.one('subscriptions', { id })
      if (!kept) return
      const step = stepOf(kept, readClocks(services).provider)
      // By the provider's clock it may not be due yet.
      const soonest = later(clock(), minute)
      await postponeStep(store, kept, step && (step.at > soonest ? step.at : soonest))
      services.work.wake()
    },

    async failed(subscription, error) {
      const nextStepAt = later(clock(), pause)
      const { stopsAt } = renewalOf(subscription)
      const isEnd = stopsAt && stopsAt < nextStepAt && stopsAt > clock()
      await postponeStep(store, subscription, isEnd ? stopsAt : nextStepAt)
      log.error('The payment provider did not answer about the end of a plan', {
        subscriptionId: subscription.id,
        nextStepAt,
        error: String(error),
      })
    },
  })
}
