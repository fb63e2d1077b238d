import type { Services } from '../api/services'
import { later, minute } from '../lib/time'
import { set } from '../store/change'
import { backoff, createRowJob, type Job } from '../work/job'
import { sanitizedErrorMessage } from '../work/sanitized-error-message'
import { patience } from './schedule'
import { type Made, makeReport, recordFailure, recordMade } from './sending'
import type { ReportRow } from './tables'

/** Longer than reading a dashboard may take. */
const lease = 3 * minute

/**
 * Makes the mails that are due (D142): at most one for each due time, whatever dies midway, because the mail is saved in the
 * step that moves the report on. A dashboard that can't be read is tried again for six hours.
 */
export function createReportJob(services: Services, random: () => number): Job {
  const { store, clock, log } = services
  return createRowJob<'reports', Made>(services, {
    name: 'reports',
    concurrency: 3,
    lease,
    due: { table: 'reports', due: 'runAt' },
    attempt: (report) => makeReport(services, report),
    succeeded: (report, made) => recordMade(services, report, made),

    async failed(report, error) {
      const { id, attempts, askedAt, dueAt } = report
      const now = clock()
      const details = { reportId: id, error: sanitizedErrorMessage(error) }
      const runAt = later(now, backoff(attempts, random()))
      if (runAt < later(askedAt ?? dueAt ?? now, patience)) {
        log.info('A report could not be made yet', { ...details, runAt })
        await store.save(set('reports', ofLease(report), { runAt, attempts: attempts + 1 }))
        return
      }
      log.error('A report could not be made', details)
      await recordFailure(services, report)
    },

    async postpone(report, runAt) {
      await store.save(set('reports', ofLease(report), { runAt }))
    },
  })
}

/** The report as it was taken: its person may have changed it since. */
const ofLease = ({ id, runAt }: ReportRow) => ({ id, runAt })
