import { isNotNull, isNull } from 'drizzle-orm'
import { index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Attachment } from '../store/outgoing-mail'
import { instant, publicTable } from '../store/sql/public-table'

declare module '../store/change' {
  interface Tables {
    mails: typeof mails
  }
}

/**
 * The outbox: mails that wait for delivery, and captured ones.
 * Removed: when they are delivered or given up; captured ones by housekeeping after 30 days.
 */
export const mails = publicTable(
  'mails',
  {
    id: text('id').notNull(),
    /** One address. */
    to: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    createdAt: instant('created_at').notNull(),
    /**
     * The order of due mails, earliest first; null comes before all others. So nobody waits for a reset or a notice because
     * others invite, nor for an invitation because one organisation invites many.
     */
    turnAt: instant('turn'),
    /** When the mail's link expires, if it has one that does: until then delivery is attempted. */
    expiresAt: instant('expires_at'),
    /** When to try next; null for a captured mail, which is never sent. */
    nextAttemptAt: instant('next_attempt_at'),
    /** Failed attempts so far. */
    attempts: integer('attempts').notNull(),
    /** The recipient's user id; null: no account. It is no reference, because a goodbye mail outlives its user. */
    userId: text('user_id'),
    /** The attached files; null: none. */
    files: jsonb('files').$type<readonly Attachment[]>(),
    /** The mail's report. The mail goes out only while the report exists (D142). */
    reportId: text('report_id'),
    /** The address of one-click unsubscription (RFC 8058). */
    unsubscribe: text('unsubscribe'),
    /** The accounting address that the mail is for. It goes out only while that address gets mails (D143). */
    copyId: text('copy_id'),
    /** The ids of tax documents and receipts whose PDFs are attached when the mail is delivered; null: none. */
    papers: jsonb('papers').$type<readonly string[]>(),
  },
  (table) => [
    primaryKey({ name: 'mails_primary_key', columns: [table.id] }),
    index('mails_next_attempt_at_index')
      .on(table.nextAttemptAt)
      .where(isNotNull(table.nextAttemptAt)),
    index('mails_report_id_index').on(table.reportId).where(isNotNull(table.reportId)),
    index('mails_captured_created_at_index').on(table.createdAt).where(isNull(table.nextAttemptAt)),
  ],
)

/**
 * The number of notices by mailbox and day (D95).
 * Removed: by housekeeping two days later.
 */
export const noticeCounts = publicTable(
  'notice_counts',
  {
    /** A hash of the mailbox's address. */
    mailbox: text('mailbox').notNull(),
    /** The day's beginning (UTC). */
    day: instant('day').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ name: 'notice_counts_primary_key', columns: [table.mailbox, table.day] }),
    index('notice_counts_day_index').on(table.day),
  ],
)
