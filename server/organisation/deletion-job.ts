import type { Services } from '../api/services'
import { recordEnd } from '../billing/decide'
import { changeSubscriptions } from '../billing/save'
import { backoffForAge, day, later, minute, second } from '../lib/time'
import { byOrglens } from '../people/author'
import type { Deletion } from '../people/tables'
import { set } from '../store/change'
import { createRowJob, type Job } from '../work/job'
import { remindOfDeletion } from './deletion'
import { eraseOrganisation, type Obstacle } from './erasure'

/** The lease of a step, in ms: longer than a step may take. */
const lease = 2 * minute
/** Milliseconds that a step waits for the provider to confirm the plan's end. The next step asks again. */
const confirmationTimeout = 5 * second
/** Milliseconds of waiting for the provider or a refund after which an error is logged. */
const usualWait = day

/**
 * Deletes organisations at an admin's request (D140). A day before, it mails all users. When the deletion is due, it ends the
 * plan, and deletes once the provider has confirmed that and no refund is owed.
 */
export function createDeletionJob(services: Services): Job {
  const { store, clock, log, work } = services

  /** Ends the plan, unless the deletion was withdrawn. */
  async function endPlan({ organisationId, requestedAt }: Deletion): Promise<void> {
    const live = await store.one('subscriptions', { organisationId, state: 'live' })
    if (!live) return
    await changeSubscriptions(
      services,
      live,
      byOrglens(),
      ({ subscriptions }, now) => recordEnd(subscriptions, live.id, now.provider, now),
      {
        occasion: {
          isKnown: async (read) => !(await read.one('deletions', { organisationId, requestedAt })),
          news: async () => ({ writes: [], entries: [] }),
        },
      },
    )
  }

  /** Sets the time of the next step, unless the deletion was withdrawn. */
  async function postpone({ organisationId, requestedAt }: Deletion, nextStepAt: Date) {
    await store.save(set('deletions', { organisationId, requestedAt }, { nextStepAt }))
  }

  return createRowJob<'deletions', Obstacle | null>(services, {
    name: 'deletions',
    concurrency: 2,
    lease,
    due: { table: 'deletions', due: 'nextStepAt' },
    postpone,

    async attempt(deletion) {
      const { organisationId, dueAt } = deletion
      if (clock() < dueAt) {
        await remindOfDeletion(services, deletion)
        return null
      }
      await endPlan(deletion)
      await work.runNow('cancellations', organisationId, confirmationTimeout)
      const waiting = await eraseOrganisation(services, organisationId, deletion)
      if (!waiting) log.info('An organisation was deleted', { organisationId })
      return waiting
    },

    async succeeded(deletion, waiting) {
      const { organisationId, dueAt } = deletion
      if (!waiting) return await postpone(deletion, dueAt)
      const age = clock().getTime() - dueAt.getTime()
      const nextStepAt = later(clock(), Math.max(minute, backoffForAge(age)))
      await postpone(deletion, nextStepAt)
      const level = age > usualWait ? 'error' : 'info'
      log[level]('An organisation can’t be deleted yet', { organisationId, waiting, nextStepAt })
    },

    async failed(deletion, error) {
      const nextStepAt = later(clock(), 10 * minute)
      await postpone(deletion, nextStepAt)
      log.error('An organisation could not be deleted', {
        organisationId: deletion.organisationId,
        nextStepAt,
        error: String(error),
      })
    },
  })
}
