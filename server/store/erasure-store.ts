import type { Entries } from './events'

/** The method that erases a person: one statement, which rewrites the audit log. */
export interface ErasureStore {
  /**
   * Replaces a person's name and addresses with `formerMember` in an organisation's entries.
   * @param person.addresses the addresses that entries may contain.
   * @returns the number of changed entries.
   */
  erasePerson(
    organisationId: string,
    person: { id: string; addresses: readonly string[] },
    entries: Entries,
  ): Promise<number>
}
