/** The store can't be used at the moment; a retry may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'

  /** @param pause the delay before a retry, in ms, if the failure requires one. */
  constructor(
    message: string,
    readonly pause?: number,
  ) {
    super(message)
  }
}

/**
 * @param code of the driver, from PostgreSQL or the operating system; undefined for a lost
 *   connection or a timeout.
 * @returns whether the database failed (unreachable, overloaded, slow, full, read-only) rather than
 *   the statement. Source: PostgreSQL, "Error Codes".
 */
export function isUnavailable(code: unknown): boolean {
  if (code === '25006') return true // read_only_sql_transaction: a replica that isn't the primary yet
  return !/^(0A|0L|2\w|3\w|42|44|P0|XX)/.test(String(code))
}
