import { endedStates } from '../billing/subscription'
import type { Rows } from '../store/memory-change'
import type { ChoreData } from '../work/memory'
import type { Store } from './store'

/** What work waits, from memory. */
export function workMethods(data: Rows & ChoreData): Pick<Store, 'findDueWork' | 'findOldestWork'> {
  const stepsOfLive = () =>
    data.subscriptions.flatMap(({ state, nextStepAt }) => (state === 'live' ? [nextStepAt] : []))

  return {
    async findDueWork(now) {
      const isDue = (time: Date | null) => time !== null && time <= now
      const hasCheck = (states: string[]) =>
        data.subscriptions.some((one) => states.includes(one.state) && isDue(one.nextCheckAt))
      const due = {
        mail: data.mails.some(({ nextAttemptAt }) => isDue(nextAttemptAt)),
        refunds: data.refunds.some(({ nextAttemptAt }) => isDue(nextAttemptAt)),
        receipts: data.receiptChecks.some(({ dueAt }) => isDue(dueAt)),
        cancellations: hasCheck(endedStates),
        checkouts: hasCheck(['unpaid']),
        comparison: hasCheck(['live']),
        renewals: stepsOfLive().some(isDue),
        deletions: data.deletions.some(({ nextStepAt }) => isDue(nextStepAt)),
        reports: data.reports.some(({ runAt }) => isDue(runAt)),
        housekeeping: isDue(data.chores.housekeeping?.nextAt ?? now),
      }
      const names = Object.keys(due) as (keyof typeof due)[]
      return { isReadOnly: false, jobs: names.filter((name) => due[name]) }
    },

    async findOldestWork(now) {
      const oldest = (dates: (Date | null)[]) =>
        dates
          .filter((date) => date !== null)
          .reduce<Date | null>((one, other) => (one && one <= other ? one : other), null)
      const overdue = (due: (Date | null)[]) =>
        oldest(due.filter((date) => date !== null && date <= now))
      const isWaiting = ({ nextAttemptAt }: { nextAttemptAt: Date | null }) =>
        nextAttemptAt !== null
      const checksOf = (wanted: string) =>
        data.subscriptions.filter(({ state }) => state === wanted).map((one) => one.nextCheckAt)
      return {
        mail: oldest(data.mails.filter(isWaiting).map(({ createdAt }) => createdAt)),
        refunds: oldest(
          data.refunds
            .filter((refund) => isWaiting(refund) && !refund.refundId)
            .map(({ createdAt }) => createdAt),
        ),
        receipts: overdue(data.receiptChecks.map(({ dueAt }) => dueAt)),
        cancellations: oldest(
          data.subscriptions
            .filter(({ state, nextCheckAt }) => endedStates.includes(state) && nextCheckAt !== null)
            .map(({ endedAt }) => endedAt),
        ),
        checkouts: overdue(checksOf('unpaid')),
        comparison: overdue(checksOf('live')),
        renewals: overdue(stepsOfLive()),
        deletions: overdue(data.deletions.map(({ nextStepAt }) => nextStepAt)),
        reports: overdue(data.reports.map(({ runAt }) => runAt)),
        housekeeping: overdue(Object.values(data.chores).map(({ nextAt }) => nextAt)),
      }
    },
  }
}
