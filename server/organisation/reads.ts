import type { Organisation } from '../people/tables'

/** The query for organisations that nobody uses: one statement, or every organisation would have to be read. */
export interface AbandonedStore {
  /**
   * Organisations that were founded before a time, in which nobody has ever proven an address, nobody has signed in since
   * then, and nothing was ever paid (D141).
   * @param which those that nobody was told of yet, or one.
   */
  findAbandoned(
    since: Date,
    which: 'untold' | { organisationId: string },
    most: number,
  ): Promise<Organisation[]>
}
