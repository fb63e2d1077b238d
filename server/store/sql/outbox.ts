import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { byDeliveryOrder } from '../delivery-order'
import { mails } from '../schema'
import type { Store } from '../store'
import { run, type SqlDatabase } from './database'

type OutboxMethods = Pick<
  Store,
  'takeDueMails' | 'postponeMail' | 'hastenMails' | 'listCapturedMails'
>

/** The methods for mails. */
export function outboxMethods(database: SqlDatabase): OutboxMethods {
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
  }
}
