import { and, eq, isNull, lt, lte, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import {
  addresses,
  farewells,
  invitations,
  knownBrowsers,
  passwordLinks,
  passwordResets,
  sessions,
  signIns,
} from '../account-tables'
import { refunds, sandboxSubscriptions, subscriptions, webhookEvents } from '../billing-tables'
import { chores, events, mails, noticeCounts, spentCalls } from '../schema'
import type { Store } from '../store'
import { run, type SqlDatabase } from './database'

type HousekeepingMethods = Pick<Store, 'takeChore' | 'postponeChore' | 'removeOutdated'>

/** The method that deletes outdated rows. */
export function housekeepingMethods(database: SqlDatabase): HousekeepingMethods {
  /** Skips rows that somebody else is changing. */
  async function remove(table: PgTable, isOutdated: SQL | undefined, most: number) {
    const outdated = database
      .select({ row: sql`ctid` })
      .from(table)
      .where(isOutdated)
      .limit(most)
      .for('update', { skipLocked: true })
    const removed = await database
      .delete(table)
      .where(sql`ctid = any(array(${outdated}))`)
      .returning({ one: sql`1` })
    return removed.length
  }

  return {
    takeChore: (name, now, until) =>
      run(async () => {
        const taken = await database
          .insert(chores)
          .values({ name, nextAt: until })
          .onConflictDoUpdate({
            target: chores.name,
            set: { nextAt: until },
            setWhere: lte(chores.nextAt, now),
          })
          .returning({ name: chores.name })
        return taken.length === 1
      }),

    postponeChore: (name, nextAt) =>
      run(async () => {
        await database.update(chores).set({ nextAt }).where(eq(chores.name, name))
      }),

    removeOutdated: (now, ages, most) =>
      run(async () => {
        const hasRefund = database
          .select({ id: refunds.paymentId })
          .from(refunds)
          .where(eq(refunds.subscriptionId, subscriptions.id))
        const isKnown = database
          .select({ id: subscriptions.id })
          .from(subscriptions)
          .where(eq(subscriptions.id, sandboxSubscriptions.id))
        const kinds: [PgTable, SQL | undefined][] = [
          [sessions, lte(sessions.expiresAt, now)],
          [farewells, lte(farewells.expiresAt, now)],
          [knownBrowsers, lt(knownBrowsers.seenAt, ages.browsersBefore)],
          [signIns, lt(signIns.firstAt, ages.signInsBefore)],
          [addresses, lte(addresses.heldUntil, now)],
          [passwordLinks, lte(passwordLinks.expiresAt, now)],
          [passwordResets, lte(passwordResets.expiresAt, now)],
          [invitations, lt(invitations.expiresAt, ages.invitationsBefore)],
          [events, lt(events.at, ages.eventsBefore)],
          [noticeCounts, lt(noticeCounts.day, ages.noticeCountsBefore)],
          [spentCalls, lte(spentCalls.spentUntil, now.getTime())],
          [mails, and(isNull(mails.nextAttemptAt), lt(mails.createdAt, ages.mailsBefore))],
          [webhookEvents, lt(webhookEvents.receivedAt, ages.webhookEventsBefore)],
          [refunds, and(eq(refunds.state, 'done'), lt(refunds.settledAt, ages.refundsBefore))],
          [
            subscriptions,
            and(
              eq(subscriptions.state, 'void'),
              isNull(subscriptions.nextCheckAt),
              lt(subscriptions.endedAt, ages.checkoutsBefore),
              notExists(hasRefund),
            ),
          ],
          [
            sandboxSubscriptions,
            and(lt(sandboxSubscriptions.expiresAt, ages.checkoutsBefore), notExists(isKnown)),
          ],
        ]
        let count = 0
        for (const [table, isOutdated] of kinds) count += await remove(table, isOutdated, most)
        return count
      }),
  }
}
