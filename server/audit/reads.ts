import type { AuditAction } from '../../contract/audit-log'
import type { Entries, Entry } from '../store/entry'
import type { SignIn } from './tables'

/** A query of an organisation's admins. */
export interface EntryFilter {
  organisationId: string
  /** An entry's id: only older ones. */
  before: string | null
  /** An entry's id: only that one and newer ones; without it they may be as old as they like. */
  from?: string | null
  action: AuditAction | null
  /** In lower case: only entries with it in a name, an address, a fact, the action or the network. */
  text: string | null
}

/**
 * The methods for events. Each is one atomic step, as in `Store`; a search is one statement, because a log has too many
 * entries to be searched anywhere else.
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
   * @param userId only those as this user.
   */
  findSignIns(
    organisationId: string,
    after: string | null,
    most: number,
    userId?: string,
  ): Promise<SignIn[]>
  /** Removes up to `most` entries of then and before. @returns how many. */
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
