import { sql } from 'drizzle-orm'
import { index, jsonb, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { organisations } from '../../people/tables'
import type { Row } from '../../store/change'
import { instant, partOf, publicTable } from '../../store/sql/public-table'

declare module '../../store/change' {
  interface Tables {
    buyers: typeof buyers
    copies: typeof copies
  }
}

/** A buyer, as it stands on receipts and invoices. */
export interface BilledTo {
  legalName: string
  lines: readonly string[]
  city: string
  /** In India the GST code of a state: '29'. */
  region: string
  postalCode: string
  /** ISO 3166-1 alpha-2. */
  country: string
  taxId: string
  /** Whether it is a unit or developer of a special economic zone of India. Absent: no. */
  isSez?: boolean
  reference: string
}

/**
 * The buyer of an organisation's next payments: one row for each organisation.
 * Removed: with their organisation.
 */
export const buyers = publicTable(
  'buyers',
  {
    organisationId: text('organisation_id').notNull(),
    billedTo: jsonb('billed_to').$type<BilledTo>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'buyers_primary_key', columns: [table.organisationId] }),
    partOf('buyers_organisation_id_foreign_key', table.organisationId, organisations.id),
  ],
)

/**
 * Accounting addresses that get copies of receipts: five for each organisation, beside removed ones.
 * Removed: with their organisation, and by housekeeping an hour after an admin removed them. Until then an admin can add
 * them again as they were.
 */
export const copies = publicTable(
  'copies',
  {
    id: text('id').notNull(),
    organisationId: text('organisation_id').notNull(),
    /** As it was typed. */
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its link was used; null: never. */
    confirmedAt: instant('confirmed_at'),
    /** When a mail to it was refused for good; null: never. */
    refusedAt: instant('refused_at'),
    /** When an admin removed it; null: it wasn't removed. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    primaryKey({ name: 'copies_primary_key', columns: [table.id] }),
    unique('copies_organisation_id_email_key_unique').on(table.organisationId, table.emailKey),
    index('copies_removed_at_index').on(table.removedAt).where(sql`${table.removedAt} is not null`),
    partOf('copies_organisation_id_foreign_key', table.organisationId, organisations.id),
  ],
)

export type Copy = Row<'copies'>
