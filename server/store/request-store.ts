import type { Entries } from './events'

/** The store's part for what people ask of the operator. Each method is one atomic step, as in `Store`. */
export interface RequestStore {
  /**
   * Puts `formerMember` in place of a person's name and addresses in what is told of an organisation.
   * @param person.addresses those that entries may be about.
   * @returns in how many entries.
   */
  erasePerson(
    organisationId: string,
    person: { id: string; addresses: readonly string[] },
    entries: Entries,
  ): Promise<number>
  /**
   * Deletes an organisation and all that is kept of it, but for refunds: unless it has a plan, the provider
   * hasn't confirmed the end of each subscription, or a refund is owed.
   * @returns whether it did.
   */
  deleteOrganisation(organisationId: string): Promise<boolean>
}
