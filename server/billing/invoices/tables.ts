import { isNull } from 'drizzle-orm'
import { bigint, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { TaxPart } from '../../../contract/receipts'
import type { Row } from '../../store/change'
import { instant, publicTable } from '../../store/sql/public-table'
import type { BilledTo } from '../buyer/tables'

declare module '../../store/change' {
  interface Tables {
    invoiceSeries: typeof invoiceSeries
    taxDocuments: typeof taxDocuments
  }
}

/**
 * The last numbers of a seller in an Indian financial year (D143). Its row is the lock under which numbers are taken.
 * Removed: never: there is one row for each seller and year.
 */
export const invoiceSeries = publicTable(
  'invoice_series',
  {
    /** The GSTIN and the financial year: '29AAACO0000O1ZN 26-27'. */
    id: text('id').notNull(),
    /** `INVOICE_PREFIX` when the series began. A changed setting applies from the next series on. */
    prefix: text('prefix').notNull(),
    /** The number of the last invoice; 0: none yet. */
    lastInvoice: integer('last_invoice').notNull(),
    lastCreditNote: integer('last_credit_note').notNull(),
    /** The date of the last document. The next one is never dated earlier, even if a server's clock is behind. */
    lastAt: instant('last_at'),
  },
  (table) => [primaryKey({ name: 'invoice_series_primary_key', columns: [table.id] })],
)

export interface Seller {
  legalName: string
  lines: readonly string[]
  gstin: string
}

/**
 * Tax invoices and credit notes. Rows never change, except that a deleted organisation's id is cleared.
 * Removed: by housekeeping, eight years after they were issued, if their organisation was deleted. The seller must keep
 * them until then. Source: CGST Act, section 36: 72 months from the due date of the year's annual return.
 */
export const taxDocuments = publicTable(
  'tax_documents',
  {
    /** The seller's GSTIN and the number, which is unique for a seller (CGST rule 46(b)). */
    id: text('id').notNull(),
    number: text('number').notNull(),
    kind: text('kind').$type<'invoice' | 'credit-note'>().notNull(),
    /** Null: the organisation was deleted. */
    organisationId: text('organisation_id'),
    receiptId: text('receipt_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    /** The provider's id of the payment; null: unknown. */
    paymentId: text('payment_id'),
    issuedAt: instant('issued_at').notNull(),
    /** The id of the invoice that this credit note or corrected invoice refers to. Null: the invoice of a payment. */
    forId: text('for_id'),
    /** Null: the invoice of a payment. */
    reason: text('reason').$type<'refund' | 'correction'>(),
    seller: jsonb('seller').$type<Seller>().notNull(),
    /** Null: only the organisation's name was known. */
    billedTo: jsonb('billed_to').$type<BilledTo>(),
    organisationName: text('organisation_name').notNull(),
    planName: text('plan_name').notNull(),
    /** The amount including the tax, in the currency's smallest unit. In a credit note, the amount given back. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    taxableAmount: bigint('taxable_amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    tax: jsonb('tax').$type<readonly TaxPart[]>().notNull(),
    /** The tax rate within India when this was issued, in hundredths of a per cent. A correction uses the same rate. */
    rate: integer('rate_in_hundredths').notNull(),
    taxCode: text('tax_code').notNull(),
    placeOfSupply: text('place_of_supply').notNull(),
    exportNote: text('export_note'),
    footnote: text('footnote'),
  },
  (table) => [
    primaryKey({ name: 'tax_documents_primary_key', columns: [table.id] }),
    index('tax_documents_organisation_id_index').on(table.organisationId),
    index('tax_documents_subscription_id_index').on(table.subscriptionId),
    index('tax_documents_payment_id_index').on(table.paymentId),
    // A payment has one invoice. All further documents have a reason.
    uniqueIndex('tax_documents_receipt_id_unique').on(table.receiptId).where(isNull(table.reason)),
  ],
)

export type TaxDocument = Row<'taxDocuments'>
