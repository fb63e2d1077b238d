import type { Services } from '../../api/services'
import { later, minute } from '../../lib/time'
import { byOrglens } from '../../people/author'
import { createRowJob, type Job } from '../../work/job'
import { type Billing, type Changes, type Clocks, recordEnd, recordRenewal } from '../decide'
import { postponeStep } from '../postpone'
import { applyProviderUpdate, changeSubscriptions, readClocks } from '../save'
import type { Subscription } from '../tables'
import { endToAnnounce, nextReminder, nextStepOf, renewalOf, type Step } from './renewals'

/** The lease of a plan. It is longer than one step may take. */
const lease = 2 * minute
/** The pause after a failed step, in ms. */
const pause = 10 * minute

const nothing: Changes = { subscriptions: [], refunds: [] }

/**
 * Takes the timed steps of plans (D81). It reminds admins of a renewal (D109), announces an end, tells the provider that a
 * renewal was stopped, and ends plans that were stopped or couldn't be charged for too long.
 */
export function createRenewalJob(services: Services): Job {
  const { store, clock, log } = services
  const steps = stepsOf(services)
  return createRowJob<'subscriptions', void>(services, {
    name: 'renewals',
    concurrency: 5,
    lease,
    due: { table: 'subscriptions', due: 'nextStepAt', where: { state: 'live' } },
    postpone: (subscription, to) => postponeStep(store, subscription, to),

    async attempt({ id }) {
      // After a pause several steps may be due.
      for (let isTaken = true; isTaken; ) {
        const present = await store.one('subscriptions', { id })
        const step = stepOf(services, present, readClocks(services).provider)
        isTaken = present !== null && step !== null && (await steps[step.kind](present))
      }
    },

    async succeeded({ id }) {
      const present = await store.one('subscriptions', { id })
      if (!present) return
      const step = stepOf(services, present, readClocks(services).provider)
      // The next step may be due by our clock and not by the provider's, so it waits at least a minute.
      const soonest = later(clock(), minute)
      await postponeStep(store, present, step && (step.at > soonest ? step.at : soonest))
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

function stepOf(
  { haltedPlanDays }: Services,
  subscription: Subscription | null | undefined,
  now: Date,
): Step | null {
  return subscription?.state === 'live' ? nextStepOf(subscription, haltedPlanDays, now) : null
}

/** Takes a step if it is still due. @returns whether it was due. */
async function takeStep(
  services: Services,
  subscription: Subscription,
  kind: Step['kind'],
  decide: (present: Subscription, billing: Billing, now: Clocks) => Changes,
): Promise<boolean> {
  const { decided } = await changeSubscriptions(
    services,
    subscription,
    byOrglens(),
    (billing, now) => {
      const present = billing.subscriptions.find(({ id }) => id === subscription.id)
      const step = stepOf(services, present, now.provider)
      const isTaken = step?.kind === kind && step.at <= now.provider
      return { ...(present && isTaken ? decide(present, billing, now) : nothing), isTaken }
    },
  )
  return decided?.isTaken ?? false
}

/** @returns a function for each kind of step. It returns whether the step was due. */
function stepsOf(
  services: Services,
): Record<Step['kind'], (subscription: Subscription) => Promise<boolean>> {
  const { payments, log } = services
  return {
    remind: (subscription) =>
      takeStep(services, subscription, 'remind', (present, _billing, now) => {
        const { daysAhead, renewsAt } = nextReminder(present, now.provider) ?? {}
        if (daysAhead === undefined || renewsAt === undefined) return nothing
        return recordRenewal(present, { ...renewalOf(present), reminded: { renewsAt, daysAhead } })
      }),

    announce: (subscription) =>
      takeStep(services, subscription, 'announce', (present, _billing, now) => {
        const announcedEnd = endToAnnounce(present, now.provider, services.haltedPlanDays)
        return recordRenewal(present, { ...renewalOf(present), announcedEnd })
      }),

    async tell(subscription) {
      const record = (provider: 'being-told' | 'told') =>
        takeStep(services, subscription, 'tell', (present) =>
          recordRenewal(present, { ...renewalOf(present), provider }),
        )
      // From here on the plan can't be kept: the provider may know even if the call fails.
      if (!(await record('being-told'))) return false
      await payments.stopRenewing(subscription.id)
      return await record('told')
    },

    end: (subscription) =>
      takeStep(services, subscription, 'end', (present, { subscriptions }, now) =>
        recordEnd(subscriptions, present.id, renewalOf(present).stopsAt ?? now.provider, now),
      ),

    async 'give-up'(subscription) {
      // It may have been paid, and the webhook lost.
      const report = await payments.fetchSubscription(subscription.id)
      await applyProviderUpdate(services, subscription, { subscription: report }, 'job')
      const isOver = await takeStep(services, subscription, 'give-up', (present, billing, now) =>
        recordEnd(billing.subscriptions, present.id, now.provider, now),
      )
      const { id: subscriptionId, organisationId } = subscription
      if (isOver)
        log.info('A plan that could not be charged has ended', { subscriptionId, organisationId })
      return isOver
    },
  }
}
