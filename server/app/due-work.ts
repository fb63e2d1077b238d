import { endedStates } from '../billing/decide'
import {
  above,
  type ChangeStore,
  type DueRows,
  not,
  oneOf,
  type Row,
  type TableName,
  type TimesOf,
  upTo,
  type Where,
} from '../store/change'

type JobRows = {
  [Name in TableName]: DueRows<Name> & {
    /** The column with the beginning of the work, for work that must succeed in the end. */
    since?: keyof Row<Name> & string
    /** A condition that such work meets while it waits for us, and not for the provider. */
    waits?: Where<Name>
  }
}[TableName]

export const rowsOfJobs = {
  mail: { table: 'mails', due: 'nextAttemptAt', since: 'createdAt' },
  // Once a refund was begun, everybody waits for the provider.
  refunds: {
    table: 'refunds',
    due: 'nextAttemptAt',
    since: 'createdAt',
    waits: { refundId: null },
  },
  receipts: { table: 'receiptChecks', due: 'dueAt' },
  cancellations: {
    table: 'subscriptions',
    due: 'nextCheckAt',
    where: { state: oneOf(endedStates) },
    since: 'endedAt',
  },
  checkouts: { table: 'subscriptions', due: 'nextCheckAt', where: { state: 'unpaid' } },
  comparison: { table: 'subscriptions', due: 'nextCheckAt', where: { state: 'live' } },
  renewals: { table: 'subscriptions', due: 'nextStepAt', where: { state: 'live' } },
  deletions: { table: 'deletions', due: 'nextStepAt' },
  reports: { table: 'reports', due: 'runAt' },
  housekeeping: { table: 'chores', due: 'nextAt', where: { name: 'housekeeping' } },
} as const satisfies Record<string, JobRows>

type JobName = keyof typeof rowsOfJobs

const jobNames = Object.keys(rowsOfJobs) as JobName[]

const timesOfJobs = (of: (rows: JobRows) => { column: string; where: object }) =>
  Object.fromEntries(
    Object.entries(rowsOfJobs).map(([job, rows]) => [job, { table: rows.table, ...of(rows) }]),
  ) as Record<JobName, TimesOf>

const dueBy =
  (now: Date) =>
  ({ due, where }: JobRows) => ({ column: due, where: { ...where, [due]: upTo(now) } })

/** @returns the jobs with work that is due at `now`, and whether the database is read-only. */
export async function findDueWork(
  store: Pick<ChangeStore, 'earliest'>,
  now: Date,
): Promise<{ jobs: JobName[]; isReadOnly: boolean }> {
  // A chore that never ran is due.
  const postponed = { name: 'housekeeping', nextAt: above(now) }
  const { times, isReadOnly } = await store.earliest({
    ...timesOfJobs(dueBy(now)),
    housekeeping: { table: 'chores', column: 'nextAt', where: postponed },
  })
  const isDue = (job: JobName) => (times[job] === null) === (job === 'housekeeping')
  return { jobs: jobNames.filter(isDue), isReadOnly }
}

/**
 * Finds how far the background work is behind, for monitoring. Work that must succeed in the end waits from its beginning,
 * however often it was tried: a mail from when it was written, a refund from when it was owed, a cancellation from the
 * plan's end. Recurring work waits from when it was due.
 * @returns the time since when each job's oldest piece of work has been waiting; null: there is none.
 */
export async function findOldestWork(
  store: Pick<ChangeStore, 'earliest'>,
  now: Date,
): Promise<Record<JobName, Date | null>> {
  const waiting = (rows: JobRows) => {
    const { due, where, since, waits } = rows
    return since
      ? { column: since, where: { ...where, ...waits, [due]: not(null) } }
      : dueBy(now)(rows)
  }
  return (await store.earliest(timesOfJobs(waiting))).times
}
