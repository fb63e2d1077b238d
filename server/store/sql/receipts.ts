import { desc, eq, sql } from 'drizzle-orm'
import { receipts } from '../billing-tables'
import type { ReceiptStore } from '../receipt-store'
import { run, type SqlDatabase } from './database'

/** The methods for receipts. */
export function receiptMethods(database: SqlDatabase): ReceiptStore {
  return {
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
  }
}
