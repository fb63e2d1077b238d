import { index, primaryKey, text } from 'drizzle-orm/pg-core'
import { partOf, publicTable } from '../../store/sql/public-table'
import { taxDocuments } from '../invoices/tables'
import { receipts } from '../receipts/tables'

declare module '../../store/change' {
  interface Tables {
    papers: typeof papers
  }
}

/**
 * The PDFs of tax documents and receipts. Rows never change.
 * Removed: with their document or receipt, and a receipt's former PDF when it is made anew.
 */
export const papers = publicTable(
  'papers',
  {
    /** The id of the document; of a receipt, its id and a hash of what its PDF shows, because a receipt changes. */
    id: text('id').notNull(),
    /** Null, or else `receiptId` is. */
    documentId: text('document_id'),
    receiptId: text('receipt_id'),
    /** In base64. */
    pdf: text('pdf').notNull(),
  },
  (table) => [
    primaryKey({ name: 'papers_primary_key', columns: [table.id] }),
    index('papers_document_id_index').on(table.documentId),
    index('papers_receipt_id_index').on(table.receiptId),
    partOf('papers_document_id_foreign_key', table.documentId, taxDocuments.id),
    partOf('papers_receipt_id_foreign_key', table.receiptId, receipts.id),
  ],
)
