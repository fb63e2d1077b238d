import type { Entries } from './events'

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
