import { byOrglens } from '../audit/entries'
import { changeSubscriptions } from '../billing/save-subscription-changes'
import { recordEnd } from '../billing/subscription-changes'
import type { Deletion } from '../people/tables'
import type { Services } from '../services'
import { set } from '../store/change'
import { backoffForAge, day, later, minute, second } from '../time'
import { createJob, type Job } from '../work/job'
import { remindOfDeletion } from './deletion'
import { eraseOrganisation, type WaitsFor } from './erasure'

/** Longer than one step may take. */
const lease = 2 * minute
/** How long a step waits for the provider to confirm the plan's end, in ms; it is asked again until it does. */
const confirmation = 5 * second
/** How long that, and refunds, may take until it is logged as an error, in ms. */
const usualWait = day

/**
 * Deletes organisations that are to be deleted (D140): tells everybody a day before; when it is due, ends the plan, and
 * deletes as soon as the provider has confirmed that and no refund is owed.
 */
export function createDeletionJob(services: Services): Job {
  const { store, clock, log, work } = services

  /** Unless it was taken back. */
  async function endPlan({ organisationId, requestedAt }: Deletion): Promise<void> {
    const live = await store.one('subscriptions', { organisationId, state: 'live' })
    if (!live) return
    const acting = { by: byOrglens(), cause: 'job' } as const
    await changeSubscriptions(
      services,
      live,
      acting,
      ({ subscriptions }, now) => recordEnd(subscriptions, live.id, now.provider, now),
      [],
      {
        isKnown: async (read) => !(await read.one('deletions', { organisationId, requestedAt })),
        news: async () => ({ writes: [], entries: [] }),
      },
    )
  }

  return createJob<Deletion, WaitsFor | null>({
    name: 'deletions',
    concurrency: 2,
    lease,
    clock,
    take: (now, until, most) =>
      store.take({ table: 'deletions', due: 'nextStepAt' }, now, until, most),
    organisationOf: ({ organisationId }) => organisationId,

    async attempt(deletion) {
      const { organisationId, dueAt } = deletion
      if (clock() < dueAt) {
        await remindOfDeletion(services, deletion)
        return null
      }
      await endPlan(deletion)
      await work.runNow('cancellations', organisationId, confirmation)
      const waiting = await eraseOrganisation(services, organisationId, deletion, 'job')
      if (!waiting) log.info('An organisation was deleted', { organisationId })
      return waiting
    },

    async succeeded({ organisationId, requestedAt, dueAt }, waiting) {
      if (!waiting) {
        // Unless it is gone.
        await store.save(set('deletions', { organisationId, requestedAt }, { nextStepAt: dueAt }))
        return
      }
      const age = clock().getTime() - dueAt.getTime()
      const nextStepAt = later(clock(), Math.max(minute, backoffForAge(age)))
      await store.save(set('deletions', { organisationId, requestedAt }, { nextStepAt }))
      const level = age > usualWait ? 'error' : 'info'
      log[level]('An organisation can’t be deleted yet', { organisationId, waiting, nextStepAt })
    },

    async failed({ organisationId, requestedAt }, error) {
      const nextStepAt = later(clock(), 10 * minute)
      await store.save(set('deletions', { organisationId, requestedAt }, { nextStepAt }))
      log.error('An organisation could not be deleted', {
        organisationId,
        nextStepAt,
        error: String(error),
      })
    },

    async release({ organisationId, requestedAt }) {
      const nextStepAt = clock()
      await store.save(set('deletions', { organisationId, requestedAt }, { nextStepAt }))
    },
  })
}
