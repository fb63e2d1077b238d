/** The store can't be used for the moment; the same call may succeed later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'

  /** @param pause how long not to try again, in ms, where that is up to what failed. */
  constructor(
    message: string,
    readonly pause?: number,
  ) {
    super(message)
  }
}

/**
 * @param code the driver's: of PostgreSQL, or of the operating system; undefined where a connection
 *   ended or a time ran out.
 * @returns whether the failure is the database's (unreachable, overloaded, slow, full, read-only), and
 *   not the statement's. Source: PostgreSQL, "Error Codes".
 */
export function isUnavailable(code: unknown): boolean {
  if (code === '25006') return true // read_only_sql_transaction: a replica that isn't the primary yet
  return !/^(0A|0L|2\w|3\w|42|44|P0|XX)/.test(String(code))
}
