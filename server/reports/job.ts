import type { Services } from '../api/services'
import { later, minute } from '../lib/time'
import { set } from '../store/change'
import { backoff, createRowJob, type Job } from '../work/job'
import { sanitizedErrorMessage } from '../work/sanitized-error-message'
import { makingTimeout } from './schedule'
import { makeReport, type Outcome, recordFailure, recordOutcome } from './sending'
import type { ReportRow } from './tables'

/** Longer than reading a dashboard may take, in ms. */
const lease = 3 * minute

/**
 * Makes the mails that are due (D142). Each due time has one mail at most, even if a server dies midway, because one change
 * saves the mail and the next due time. A dashboard that can't be read is retried for six hours.
 */
export function createReportJob(services: Services, random: () => number): Job {
  const { store, clock, log } = services
  return createRowJob<'reports', Outcome>(services, {
    name: 'reports',
    concurrency: 3,
    lease,
    due: { table: 'reports', due: 'runAt' },
    attempt: (report) => makeReport(services, report),
    succeeded: (report, outcome) => recordOutcome(services, report, outcome),

    async failed(report, error) {
      const { id, attempts, askedAt, dueAt } = report
      const now = clock()
      const details = { reportId: id, error: sanitizedErrorMessage(error) }
      const runAt = later(now, backoff(attempts, random()))
      if (runAt < later(askedAt ?? dueAt ?? now, makingTimeout)) {
        log.info('A report could not be made yet', { ...details, runAt })
        await store.save(set('reports', leased(report), { runAt, attempts: attempts + 1 }))
        return
      }
      log.error('A report could not be made', details)
      await recordFailure(services, report)
    },

    async postpone(report, runAt) {
      await store.save(set('reports', leased(report), { runAt }))
    },
  })
}

/** The condition that a report's lease is still ours: its person may have changed it since. */
const leased = ({ id, runAt }: ReportRow) => ({ id, runAt })
