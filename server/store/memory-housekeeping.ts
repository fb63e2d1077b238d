import type { MemoryData } from './memory'
import { endedStates, type Store } from './store'

/** The memory store's method that deletes outdated items. */
export function housekeepingMethods(
  data: MemoryData,
): Pick<
  Store,
  | 'takeChore'
  | 'postponeChore'
  | 'removeOutdated'
  | 'findDueWork'
  | 'findOldestWork'
  | 'findLastBackup'
  | 'probe'
> {
  /** @returns how many items of a list were removed. */
  function remove<Item>(list: Item[], most: number, isOutdated: (item: Item) => boolean): number {
    let removed = 0
    const kept = list.filter((item) => removed >= most || !isOutdated(item) || ++removed === 0)
    list.splice(0, list.length, ...kept)
    return removed
  }

  const stepsOfLive = () =>
    data.subscriptions.flatMap(({ state, nextStepAt }) => (state === 'live' ? [nextStepAt] : []))

  return {
    async takeChore(name, now, until) {
      const chore = data.chores[name]
      if (chore && chore.nextAt > now) return false
      data.chores[name] = { nextAt: until }
      return true
    },

    async postponeChore(name, nextAt) {
      data.chores[name] = { nextAt }
    },

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
        housekeeping: isDue(data.chores.housekeeping?.nextAt ?? now),
      }
      const names = Object.keys(due) as (keyof typeof due)[]
      return { isReadOnly: false, jobs: names.filter((name) => due[name]) }
    },

    probe: async () => 'reachable',

    findLastBackup: async () => null,

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
        housekeeping: overdue(Object.values(data.chores).map(({ nextAt }) => nextAt)),
      }
    },

    async removeOutdated(now, ages, most) {
      const hasExpired = ({ expiresAt }: { expiresAt: Date }) => expiresAt <= now
      const spent = Object.entries(data.spentCalls)
        .filter(([, { spentUntil }]) => spentUntil <= now.getTime())
        .slice(0, most)
      for (const [key] of spent) delete data.spentCalls[key]
      const counted = Object.entries(data.noticeCounts)
        .filter(([, { day }]) => day < ages.noticeCountsBefore)
        .slice(0, most)
      for (const [key] of counted) delete data.noticeCounts[key]
      return (
        spent.length +
        counted.length +
        remove(data.sessions, most, hasExpired) +
        remove(data.farewells, most, hasExpired) +
        remove(data.knownBrowsers, most, ({ seenAt }) => seenAt < ages.browsersBefore) +
        remove(data.signIns, most, ({ firstAt }) => firstAt < ages.signInsBefore) +
        remove(data.passwordLinks, most, hasExpired) +
        remove(data.invitations, most, ({ expiresAt }) => expiresAt < ages.invitationsBefore) +
        remove(data.events, most, ({ at }) => at < ages.eventsBefore) +
        remove(
          data.mails,
          most,
          ({ nextAttemptAt, createdAt }) => nextAttemptAt === null && createdAt < ages.mailsBefore,
        ) +
        remove(
          data.webhookEvents,
          most,
          ({ receivedAt }) => receivedAt < ages.webhookEventsBefore,
        ) +
        remove(
          data.refunds,
          most,
          ({ state, settledAt }) =>
            state === 'done' && settledAt !== null && settledAt < ages.refundsBefore,
        ) +
        remove(
          data.subscriptions,
          most,
          ({ id, state, nextCheckAt, endedAt }) =>
            state === 'void' &&
            nextCheckAt === null &&
            endedAt !== null &&
            endedAt < ages.checkoutsBefore &&
            !data.refunds.some(({ subscriptionId }) => subscriptionId === id),
        ) +
        remove(
          data.sandboxSubscriptions,
          most,
          ({ id, expiresAt }) =>
            expiresAt < ages.checkoutsBefore &&
            !data.subscriptions.some((subscription) => subscription.id === id),
        )
      )
    },
  }
}
