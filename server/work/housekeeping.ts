import { noteExpiry } from '../domain/invitation'
import type { Services } from '../services'
import { day, hour, later, minute, nextTurn } from '../time'
import { backoff, createJob, type Job } from './job'

/** How long outdated rows are kept, in ms; the comment above each table says why. */
const lifetimes = {
  capturedMails: 30 * day,
  webhookEvents: 30 * day,
  endedCheckouts: 30 * day,
  doneRefunds: 400 * day,
  expiredInvitations: 30 * day,
  events: 400 * day,
  knownBrowsers: 400 * day,
  signIns: 90 * day,
  noticeCounts: 2 * day,
}
const interval = hour
/** Keeps statements short. */
const maxAtOnce = 1_000
/** The rest waits for the next hour, so that a round ends within its lease. */
const maxRounds = 100

/** Deletes outdated rows, once an hour. */
export function createHousekeepingJob(
  { store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>,
  random: () => number = Math.random,
): Job {
  const name = 'housekeeping'

  /** Logs expired invitations, before they are removed. */
  async function logExpiries(now: Date): Promise<void> {
    for (const invitation of await store.findExpiredInvitations(now, maxAtOnce)) {
      await noteExpiry(store, invitation, now)
      await nextTurn()
    }
  }

  return createJob<Date, void>({
    name,
    concurrency: 1,
    lease: 10 * minute,
    clock,
    take: async (now, until) => ((await store.takeChore(name, now, until)) ? [now] : []),
    organisationOf: () => null,

    async attempt(now) {
      const before = (lifetime: number) => later(now, -lifetime)
      const ages = {
        mailsBefore: before(lifetimes.capturedMails),
        webhookEventsBefore: before(lifetimes.webhookEvents),
        checkoutsBefore: before(lifetimes.endedCheckouts),
        refundsBefore: before(lifetimes.doneRefunds),
        invitationsBefore: before(lifetimes.expiredInvitations),
        eventsBefore: before(lifetimes.events),
        browsersBefore: before(lifetimes.knownBrowsers),
        signInsBefore: before(lifetimes.signIns),
        noticeCountsBefore: before(lifetimes.noticeCounts),
      }
      await logExpiries(now)
      for (let round = 0; round < maxRounds; round += 1) {
        if ((await store.removeOutdated(now, ages, maxAtOnce)) === 0) return
        await nextTurn()
      }
    },

    succeeded: () => store.postponeChore(name, later(clock(), interval)),

    async failed(_now, error) {
      log.error('Housekeeping failed', { error: String(error) })
      await store.postponeChore(name, later(clock(), backoff(5, random())))
    },

    release: () => store.postponeChore(name, clock()),
  })
}
