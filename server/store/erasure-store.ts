import type { Entries } from './events'

/** The methods that erase a person or an organisation. Each is one atomic step, as in `Store`. */
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
  /**
   * Deletes an organisation and all of its data but refunds, unless it has a plan, the provider
   * hasn't confirmed the end of each subscription, or a refund is owed.
   * @returns whether it did.
   */
  deleteOrganisation(organisationId: string): Promise<boolean>
}
