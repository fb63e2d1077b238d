import { boolean, index, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { organisations } from '../people/tables'
import type { Row } from '../store/change'
import { instant, partOf, publicTable } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    invitations: typeof invitations
  }
}

/**
 * Removed: when they are used, replaced or revoked, and by housekeeping 30 days after they expired.
 */
export const invitations = publicTable(
  'invitations',
  {
    id: text('id').notNull(),
    organisationId: text('organisation_id').notNull(),
    /** The key of the invited address. */
    emailKey: text('email_key').notNull(),
    /** The hash of the link's token, which itself isn't stored. */
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the link was last opened; null until then. */
    openedAt: instant('opened_at'),
    /** The network in which it was opened (`server/api/networks.ts`); null if unknown. */
    openedFrom: text('opened_from'),
    /** The invited address as typed. */
    email: text('email').notNull(),
    /** The inviter's name. */
    invitedBy: text('invited_by').notNull(),
    /** The id of the invitation's mail. */
    mailId: text('mail_id').notNull(),
    /** When the mail server or the mailbox accepted the mail, or the server refused it for good; null while it waits. */
    mailSettledAt: instant('mail_settled_at'),
    /** The reason of the refusal; null for none. */
    mailFailure: text('mail_failure'),
    /** Whether the audit log has an entry of the expiry. */
    expiryRecorded: boolean('expiry_told').notNull(),
    invitedById: text('invited_by_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'invitations_primary_key', columns: [table.id] }),
    unique('invitations_organisation_id_email_key_unique').on(table.organisationId, table.emailKey),
    unique('invitations_token_hash_unique').on(table.tokenHash),
    partOf('invitations_organisation_id_foreign_key', table.organisationId, organisations.id),
    index('invitations_mail_id_index').on(table.mailId),
    index('invitations_expires_at_index').on(table.expiresAt),
  ],
)

/**
 * The lock of each organisation's team. The team's first change adds it.
 * Removed: with their organisation: one row each.
 */
export const teams = publicTable(
  'teams',
  {
    organisationId: text('organisation_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'teams_primary_key', columns: [table.organisationId] }),
    partOf('teams_organisation_id_foreign_key', table.organisationId, organisations.id),
  ],
)

/** An invitation of one address (D32). */
export type Invitation = Row<'invitations'>
