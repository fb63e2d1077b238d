import type { Mail } from '../store/outgoing-mail'

/**
 * Queries for the outbox, and how mails are taken from it. Each is one statement: servers that share the outbox must not
 * take a mail twice, and the order of delivery has two parts.
 */
export interface OutboxStore {
  /**
   * Takes up to `most` mails that are due at `now`, and puts their next attempt off to `until`, so
   * that no other server takes them meanwhile. Mails without a turn come first, oldest first; the others
   * come by their turn.
   */
  takeDueMails(now: Date, until: Date, most: number): Promise<Mail[]>
  /**
   * Notes a failed attempt, unless another server has taken the mail since; the next one comes at
   * `nextAttemptAt`.
   * @param taken as it was taken.
   * @param nextAttemptAt null: the mailbox keeps it.
   */
  postponeMail(taken: Mail, nextAttemptAt: Date | null): Promise<void>
  /** Makes mails due at `now` that have failed before and whose next attempt comes after `limit`. */
  hastenMails(now: Date, limit: Date): Promise<void>
  /** Captured mails, newest first. */
  listCapturedMails(most: number): Promise<Mail[]>
  /** Removes up to `most` counts of mailboxes' notices of then and before. @returns how many. */
  removeNoticeCounts(until: Date, most: number): Promise<number>
}
