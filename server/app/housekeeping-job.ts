import type { Services } from '../api/services'
import type { Store } from '../api/store'
import { undoTime } from '../billing/buyer/copies'
import { day, hour, later, minute, nextTurn } from '../lib/time'
import { followAbandoned } from '../organisation/abandoned'
import { ensure, type OutdatedRows, type Row, set, upTo } from '../store/change'
import { noteExpiry } from '../team/invitation'
import { backoff, createJob, type Job } from '../work/job'
import { rowsOfJobs } from './due-work'

/** How long outdated rows are kept, in ms; the comment above each table says why. */
const lifetimes = {
  capturedMails: 30 * day,
  webhookEvents: 30 * day,
  endedCheckouts: 30 * day,
  doneRefunds: 400 * day,
  expiredInvitations: 30 * day,
  entries: 400 * day,
  knownBrowsers: 400 * day,
  signIns: 90 * day,
  noticeCounts: 2 * day,
  usedCeremonies: hour,
  removedCopies: undoTime,
  documentsOfDeleted: 8 * 366 * day,
}
const interval = hour
/** Keeps statements short. */
const maxAtOnce = 1_000
/** The number of rounds in an hour, so that the job ends within its lease. The rest waits for the next hour. */
const maxRounds = 100

/** Removes up to a thousand outdated rows of each table. @returns the number of removed rows. */
export async function removeOutdated(store: Store, now: Date): Promise<number> {
  // Rows of exactly that age stay.
  const olderThan = (lifetime: number) => later(now, -lifetime - 1)
  const hasExpired = { expiresAt: upTo(now) }
  const outdated: OutdatedRows[] = [
    { table: 'sessions', where: hasExpired },
    { table: 'farewells', where: hasExpired },
    { table: 'passwordLinks', where: hasExpired },
    // Servers' clocks differ: a server mustn't accept a ceremony again because another one has deleted it early.
    {
      table: 'passkeyCeremonies',
      where: { expiresAt: upTo(olderThan(lifetimes.usedCeremonies)) },
    },
    { table: 'addresses', where: { heldUntil: upTo(now) } },
    { table: 'slugs', where: { isName: false, heldUntil: upTo(now) } },
    { table: 'knownBrowsers', where: { seenAt: upTo(olderThan(lifetimes.knownBrowsers)) } },
    { table: 'signIns', where: { firstAt: upTo(olderThan(lifetimes.signIns)) } },
    { table: 'invitations', where: { expiresAt: upTo(olderThan(lifetimes.expiredInvitations)) } },
    {
      table: 'mails',
      where: { nextAttemptAt: null, createdAt: upTo(olderThan(lifetimes.capturedMails)) },
    },
    { table: 'webhookEvents', where: { receivedAt: upTo(olderThan(lifetimes.webhookEvents)) } },
    { table: 'copies', where: { removedAt: upTo(olderThan(lifetimes.removedCopies)) } },
    {
      table: 'taxDocuments',
      where: { organisationId: null, issuedAt: upTo(olderThan(lifetimes.documentsOfDeleted)) },
    },
    // Refused refunds stay for the operator.
    {
      table: 'refunds',
      where: { state: 'done', settledAt: upTo(olderThan(lifetimes.doneRefunds)) },
    },
    // Checkouts that were never paid, whose end the provider has confirmed.
    {
      table: 'subscriptions',
      where: {
        state: 'void',
        nextCheckAt: null,
        endedAt: upTo(olderThan(lifetimes.endedCheckouts)),
      },
      keptBy: { table: 'refunds', column: 'subscriptionId' },
    },
    {
      table: 'sandboxSubscriptions',
      where: { expiresAt: upTo(olderThan(lifetimes.endedCheckouts)) },
      keptBy: { table: 'subscriptions', column: 'id' },
    },
  ]
  let count = 0
  for (const rows of outdated) count += await store.discard(rows, maxAtOnce)
  count += await store.removeEntries(olderThan(lifetimes.entries), maxAtOnce)
  count += await store.removeNoticeCounts(olderThan(lifetimes.noticeCounts), maxAtOnce)
  count += await store.removeRefilled(now, maxAtOnce)
  return count
}

/** Deletes outdated rows, and organisations that nobody uses, once an hour. */
export function createHousekeepingJob(services: Services, random: () => number = Math.random): Job {
  const { store, clock, log } = services
  const name = 'housekeeping'
  const postpone = async (nextAt: Date) =>
    void (await store.save(set('chores', { name }, { nextAt })))

  /** Logs expired invitations, before they are removed. */
  async function logExpiries(now: Date): Promise<void> {
    const isExpired = { expiresAt: upTo(now), expiryRecorded: false }
    for (const invitation of await store.some('invitations', isExpired, maxAtOnce)) {
      await noteExpiry(store, invitation, now)
      await nextTurn()
    }
  }

  return createJob<Row<'chores'>, void>({
    name,
    concurrency: 1,
    lease: 10 * minute,
    clock,
    async take(now, until, most) {
      // If the chore has never run, it is due now.
      await store.save(ensure('chores', ['name'], { name, nextAt: now }))
      return await store.take(rowsOfJobs.housekeeping, now, until, most)
    },

    async attempt() {
      const now = clock()
      await logExpiries(now)
      await followAbandoned(services)
      for (let round = 0; round < maxRounds; round += 1) {
        if ((await removeOutdated(store, now)) === 0) return
        await nextTurn()
      }
    },

    succeeded: () => postpone(later(clock(), interval)),

    async failed(_now, error) {
      log.error('Housekeeping failed', { error: String(error) })
      await postpone(later(clock(), backoff(5, random())))
    },

    release: () => postpone(clock()),
  })
}
