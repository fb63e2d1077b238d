import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { OutboxStore } from '../api/store'
import { dayOf } from '../lib/time'
import type { Notice } from '../store/outgoing-mail'
import { placeOf, rowAsJson, statementOf } from '../store/sql/change-statements'
import { removeSome, run, type SqlDatabase } from '../store/sql/database'
import { columnsOf } from '../store/sql/rows'
import type { Statement } from '../store/sql/transact'
import { byDeliveryOrder } from './outbox'
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

    countNotices: (mailbox, day) =>
      run(async () => {
        const isOfDay = and(eq(noticeCounts.mailbox, mailbox), eq(noticeCounts.day, day))
        const [found] = await database.select().from(noticeCounts).where(isOfDay)
        return found?.count ?? 0
      }),

    removeNoticeCounts: (until, most) =>
      run(() => removeSome(database, noticeCounts, lte(noticeCounts.day, until), most)),
  }
}

/**
 * Counts notices by mailbox and day, and saves those that go out. Changes that count for the same mailbox wait for each
 * other; their mailboxes are sorted, so that they don't deadlock.
 */
const counting = () => sql`with given as (
    select * from jsonb_to_recordset(${placeOf('rows')}::jsonb)
      as one(mailbox text, day timestamptz, turn int, most int, mail jsonb, instead jsonb)
  ), added as (
    select mailbox, day, max(turn) as count from given group by mailbox, day order by mailbox, day
  ), counted as (
    insert into ${noticeCounts} (mailbox, day, count) select mailbox, day, count from added
    on conflict (mailbox, day) do update set count = notice_counts.count + excluded.count
    returning mailbox, day, count
  ), placed as (
    select most, mail, instead, counted.count - added.count + turn as place
    from given join added using (mailbox, day) join counted using (mailbox, day)
  )
  insert into ${mails} (${columnsOf(mails)}) select ${columnsOf(mails, 'saved')} from placed,
    jsonb_populate_record(null::${mails}, case when place <= most then mail else instead end) as saved
  where place <= most + 1`

/** @returns the statement that saves notices, as far as their mailboxes' limits allow (D95). */
export function noticeStatement(notices: readonly Notice[]): Statement {
  const turns = new Map<string, number>()
  const rows = notices.map(({ mailbox: { key, most, instead }, ...mail }) => {
    const turn = (turns.get(key) ?? 0) + 1
    turns.set(key, turn)
    return {
      mailbox: key,
      day: dayOf(mail.createdAt).from,
      turn,
      most,
      mail: rowAsJson(mails, mail),
      instead: rowAsJson(mails, { ...mail, ...instead }),
    }
  })
  return statementOf('count notices', counting, { rows: JSON.stringify(rows) })
}
