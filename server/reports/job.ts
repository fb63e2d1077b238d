import type { Services } from '../api/services'
import { later, minute } from '../lib/time'
import { noneOf, set } from '../store/change'
import { backoff, createJob, type Job } from '../work/job'
import { sanitizedErrorMessage } from '../work/sanitized-error-message'
import { makingTimeout } from './schedule'
import { makeReport, type Outcome, recordFailure, recordOutcome } from './sending'
import type { ReportRow } from './tables'

/** Longer than reading a dashboard may take, with the wait for another reading to end, in ms. */
const lease = 3 * minute

/**
 * Makes the mails that are due (D142). Each due time has one mail at most, even if a server dies midway, because one change
 * saves the mail and the next due time. A dashboard that can't be read is retried for six hours. A server makes one report of an
 * organisation at a time, so that an organisation with many, or with a slow dashboard, delays no other.
 */
export function createReportJob(services: Services, random: () => number): Job {
  const { store, clock, log } = services
  /** The organisations whose reports are being made here. */
  const busy = new Set<string>()
  const release = ({ organisationId }: ReportRow) => busy.delete(organisationId)

  return createJob<ReportRow, Outcome>({
    name: 'reports',
    concurrency: 3,
    lease,
    clock,

    async take(now, until, most) {
      const taken: ReportRow[] = []
      try {
        while (taken.length < most) {
          const where = { organisationId: noneOf([...busy]) }
          const due = { table: 'reports', due: 'runAt', where } as const
          const [report] = await store.take(due, now, until, 1)
          if (!report) break
          busy.add(report.organisationId)
          taken.push(report)
        }
        return taken
      } catch (error) {
        // Their leases expire.
        taken.forEach(release)
        throw error
      }
    },

    attempt: (report) => makeReport(services, report).finally(() => release(report)),
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

    async release(report) {
      await store.save(set('reports', leased(report), { runAt: clock() }))
    },
  })
}

/** The condition that a report's lease is still ours: its person may have changed it since. */
const leased = ({ id, runAt }: ReportRow) => ({ id, runAt })
