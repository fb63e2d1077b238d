import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { receiptChecks, receipts } from '../billing-tables'
import type { ReceiptStore } from '../receipt-store'
import { mails } from '../schema'
import { excludedColumns, run, type SqlDatabase } from './database'
import { entryParts } from './events'
import { insertRows } from './rows'

/** When a check is due after a wake-up: now, or earlier if it already was. */
const wokenCheck = {
  dueAt: sql`least(${receiptChecks.dueAt}, excluded.due_at)`,
  wokenAt: sql`excluded.woken_at`,
}

/** The methods for receipts and their checks at the provider. */
export function receiptMethods(database: SqlDatabase): ReceiptStore {
  const { isTold: _isTold, refundHeardAt: _heardAt, ...excluded } = excludedColumns(receipts)

  return {
    wakeReceipts: (subscriptionId, now) =>
      run(async () => {
        await database
          .insert(receiptChecks)
          .values({ subscriptionId, dueAt: now, wokenAt: now })
          .onConflictDoUpdate({ target: receiptChecks.subscriptionId, set: wokenCheck })
      }),

    findReceipts: (of) =>
      run(() =>
        database
          .select()
          .from(receipts)
          .where(
            'organisationId' in of
              ? eq(receipts.organisationId, of.organisationId)
              : eq(receipts.subscriptionId, of.subscriptionId),
          )
          .orderBy(
            desc(sql`coalesce(${receipts.paidAt}, ${receipts.issuedAt})`),
            sql`${receipts.id} collate "C" desc`,
          ),
      ),

    saveReceipts: (given, gone, entries) =>
      run(async () => {
        const removed = database.$with('removed').as(
          database
            .delete(receipts)
            .where(and(inArray(receipts.id, [...gone]), isNull(receipts.paidAt)))
            .returning({ id: receipts.id }),
        )
        const parts = [removed, ...(entries ? entryParts(database, entries) : [])]
        if (given.length === 0) {
          await database
            .with(...parts)
            .select()
            .from(removed)
          return
        }
        // Sorted, so that two servers don't deadlock.
        const rows = given.toSorted((one, other) => (one.id < other.id ? -1 : 1))
        await database
          .with(...parts)
          .insert(receipts)
          .values(rows)
          .onConflictDoUpdate({
            target: receipts.id,
            set: {
              ...excluded,
              paymentId: sql`coalesce(excluded.payment_id, ${receipts.paymentId})`,
              paidAt: sql`coalesce(excluded.paid_at, ${receipts.paidAt})`,
              paymentAskedAt: sql`coalesce(excluded.payment_asked_at, ${receipts.paymentAskedAt})`,
            },
            setWhere: sql`${receipts.askedAt} <= excluded.asked_at`,
          })
      }),

    tellReceipt: (id, letters, entries) =>
      run(async () => {
        const noted = database.$with('noted').as(
          database
            .update(receipts)
            .set({ isTold: true })
            .where(and(eq(receipts.id, id), isNotNull(receipts.paidAt), eq(receipts.isTold, false)))
            .returning({ id: receipts.id }),
        )
        const sent = database.$with('sent', {}).as(insertRows(mails, letters, sql`${noted}`))
        await database
          .with(
            noted,
            ...(letters.length > 0 ? [sent] : []),
            ...(entries ? entryParts(database, entries, sql`from ${noted}`) : []),
          )
          .select()
          .from(noted)
      }),
  }
}
