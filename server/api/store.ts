import type { AuditAction } from '../../contract/audit-log'
import type { ChangeStore, Row } from '../store/change'
import type { Entries, Entry } from '../store/entry'
import type { Mail } from '../store/outgoing-mail'
import type { Caller } from './caller'
import type { CountStore } from './counts'

/** One plan in an organisation's history. */
export interface PlanPeriod {
  planName: string
  interval: Row<'subscriptions'>['plan']['interval']
  state: Row<'subscriptions'>['state']
  /** An ISO 8601 time, as is the end; null for a plan that hasn't ended. */
  startedAt: string
  endedAt: string | null
}

/** The query of an organisation's plans. Reading whole rows, with their plans and renewals, would take four times as long. */
export interface PlanStore {
  /** Every plan of an organisation, the one that began last first. */
  findPlanHistory(organisationId: string): Promise<PlanPeriod[]>
}

/** The query for organisations that nobody uses: one statement, or every organisation would have to be read. */
export interface AbandonedStore {
  /**
   * Organisations that were founded before a time, in which nobody has ever proven an address, nobody has signed in since
   * then, and nothing was ever paid (D140).
   * @param which `untold`: organisations whose admins got no mail about it yet; or one organisation.
   */
  findAbandoned(
    since: Date,
    which: 'untold' | { organisationId: string },
    most: number,
  ): Promise<Row<'organisations'>[]>
}

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
   * Records a failed attempt, unless another server has taken the mail since.
   * @param taken the mail as it was when it was taken.
   * @param nextAttemptAt the time of the next attempt; null: the mail stays in the mailbox.
   */
  postponeMail(taken: Mail, nextAttemptAt: Date | null): Promise<void>
  /** Makes mails due at `now` that have failed before, and whose next attempt would come after `limit`. */
  hastenMails(now: Date, limit: Date): Promise<void>
  /** Captured mails, newest first. */
  listCapturedMails(most: number): Promise<Mail[]>
  /** The number of notices that a mailbox got on a day, by the hash of its address, with those that were dropped. */
  countNotices(mailbox: string, day: Date): Promise<number>
  /** Removes up to `most` counts of notices, of days up to `until`. @returns the number of removed rows. */
  removeNoticeCounts(until: Date, most: number): Promise<number>
}

/** Queries for sessions, and their renewal. Each is one statement: they are the most frequent calls. */
export interface AuthStore {
  /**
   * Records the use of a refresh token's session, if it is neither revoked nor expired at `now`. With a
   * read-only database, nothing is recorded.
   * @param network its network; null: unknown.
   * @returns the session; null: there is none.
   */
  renewSession(
    refreshTokenHash: string,
    now: Date,
    network: string,
  ): Promise<Row<'sessions'> | null>
  /**
   * The user of a session that is neither revoked nor expired at `now`, with everything that every
   * signed-in call needs to know. It is the hot read: one statement for all calls of a moment.
   */
  findCaller(sessionId: string, now: Date): Promise<Caller | null>
}

/** A search of an organisation's admins in the audit log. */
export interface EntryFilter {
  organisationId: string
  /** The id of an entry: only older entries. */
  before: string | null
  /** The id of an entry: only this and newer entries. Absent: no limit. */
  from?: string | null
  action: AuditAction | null
  /** Only entries with it in a name, an address, a fact, the action or the network. */
  text: string | null
}

/**
 * Methods of the audit log. Each is one atomic step. A search is one statement, because a log has too many entries to read
 * them all.
 */
export interface AuditStore {
  /** Saves entries without another change. */
  addEntries(entries: Entries): Promise<void>
  /** Up to `most` entries for an organisation's admins, newest first. */
  findEntries(filter: EntryFilter, most: number): Promise<Entry[]>
  /**
   * Counts back from the organisation's newest entry that is older than `before`, or its newest one.
   * @returns the id of the entry that is `distance` older; null: there are fewer.
   */
  findEntryBefore(
    organisationId: string,
    before: string | null,
    distance: number,
  ): Promise<string | null>
  /**
   * Up to `most` entries of an organisation, the operator's too: those after `after`, oldest first.
   * @param userId only the entries by this user or about them.
   */
  findHistory(
    organisationId: string,
    after: string | null,
    most: number,
    userId?: string,
  ): Promise<Entry[]>
  /**
   * Up to `most` of an organisation's attempts to sign in: those after the id `after`, by their first time.
   * @param userId only attempts to sign in as this user; absent: all.
   */
  findSignIns(
    organisationId: string,
    after: string | null,
    most: number,
    userId?: string,
  ): Promise<Row<'signIns'>[]>
  /** Removes up to `most` entries up to the time `until`. @returns the number of removed rows. */
  removeEntries(until: Date, most: number): Promise<number>
}

/** The method that erases a person: one statement, which rewrites the audit log. */
export interface ErasureStore {
  /**
   * Replaces a person's name and addresses with `formerMember` in an organisation's entries.
   * @param person.ids of their accounts; `person.addresses`: their addresses, as entries have them.
   * @returns the number of changed entries.
   */
  erasePerson(
    organisationId: string,
    person: { ids: readonly string[]; addresses: readonly string[] },
    entries: Entries,
  ): Promise<number>
}

/**
 * The condition of a store's database. `busy`: all connections are taken, and calls wait for one. `read-only`: it is a
 * replica, or was set so; nothing can be changed.
 */
export type DatabaseCondition = 'reachable' | 'busy' | 'read-only'

/**
 * The store of all data: changes (`store/change.ts`), and queries by subject. Each method is one atomic step.
 */
export interface Store
  extends ChangeStore,
    AuditStore,
    ErasureStore,
    OutboxStore,
    CountStore,
    AuthStore,
    AbandonedStore,
    PlanStore {
  /** Checks whether the database can be used. Doesn't wait for locks or other calls. */
  probe(): Promise<DatabaseCondition>
  /** Finds the time of the last backup, for monitoring; null: there was none. */
  findLastBackup(): Promise<Date | null>

  /** Closes the store's connections; further calls fail. */
  close(): Promise<void>
}
