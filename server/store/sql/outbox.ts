import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { invitations } from '../account-tables'
import { byDeliveryOrder } from '../delivery-order'
import { mails } from '../schema'
import type { Store } from '../store'
import { run, type SqlDatabase } from './database'
import { entryParts, placed } from './events'

type OutboxMethods = Pick<
  Store,
  'takeDueMails' | 'postponeMail' | 'hastenMails' | 'deleteMail' | 'listCapturedMails'
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

    deleteMail: (mailId, fate) =>
      run(async () => {
        const deletion = database.delete(mails).where(eq(mails.id, mailId))
        if (!fate) return void (await deletion)
        const noted = database
          .$with('noted')
          .as(
            database
              .update(invitations)
              .set({ mailSettledAt: fate.at, mailFailure: fate.failure })
              .where(eq(invitations.mailId, mailId))
              .returning({ organisationId: invitations.organisationId }),
          )
        const entries =
          fate.failure === null
            ? []
            : entryParts(database, placed(fate.entry), sql`from ${noted}`, {
                filling: sql`jsonb_build_object('organisation_id', ${noted.organisationId})`,
              })
        await database
          .with(noted, ...entries)
          .delete(mails)
          .where(eq(mails.id, mailId))
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
