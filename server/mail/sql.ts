import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { OutboxStore } from '../api/store'
import { removeSome, run, type SqlDatabase } from '../store/sql/database'
import { byDeliveryOrder } from './delivery-order'
import { mails, noticeCounts } from './tables'

/** The methods for mails. */
export function outboxMethods(database: SqlDatabase): OutboxStore {
  return {
    takeDueMails: (now, until, most) =>
      run(async () => {
        const due = database
          .select({ id: mails.id })
          .from(mails)
          .where(lte(mails.nextAttemptAt, now))
          .orderBy(sql`${mails.turnAt} nulls first`, asc(mails.createdAt), asc(mails.id))
          .limit(most)
          .for('update', { skipLocked: true })
        // An array, because PostgreSQL may run a subquery of IN, and so its limit, repeatedly.
        const taken = await database
          .update(mails)
          .set({ nextAttemptAt: until })
          .where(sql`${mails.id} = any(array(${due}))`)
          .returning()
        return taken.sort(byDeliveryOrder)
      }),

    postponeMail: (taken, nextAttemptAt) =>
      run(async () => {
        if (!taken.nextAttemptAt) return
        await database
          .update(mails)
          .set({ nextAttemptAt, attempts: sql`${mails.attempts} + 1` })
          .where(and(eq(mails.id, taken.id), eq(mails.nextAttemptAt, taken.nextAttemptAt)))
      }),

    hastenMails: (now, limit) =>
      run(async () => {
        await database
          .update(mails)
          .set({ nextAttemptAt: now })
          .where(and(gt(mails.nextAttemptAt, limit), gt(mails.attempts, 0)))
      }),

    listCapturedMails: (most) =>
      run(() =>
        database
          .select()
          .from(mails)
          .where(isNull(mails.nextAttemptAt))
          .orderBy(desc(mails.createdAt), desc(mails.id))
          .limit(most),
      ),

    removeNoticeCounts: (until, most) =>
      run(() => removeSome(database, noticeCounts, lte(noticeCounts.day, until), most)),
  }
}
