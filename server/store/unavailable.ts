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

/** The database is overloaded. The statement or change wasn't begun. */
export class StoreBusy extends StoreUnavailable {
  constructor() {
    super('The call waited for too long.')
  }
}

/** The database is read-only at the moment: a replica, or configured so. */
export class StoreReadOnly extends StoreUnavailable {}

/**
 * @param code PostgreSQL's error code, from the driver.
 * @returns whether the database refused a write because it is read-only. Source: PostgreSQL, "Error Codes", 25006
 *   read_only_sql_transaction.
 */
export function isReadOnlyRefusal(code: unknown): boolean {
  return code === '25006'
}

/**
 * @param code PostgreSQL's or the operating system's error code, from the driver; undefined for a lost connection or a
 *   timeout.
 * @returns whether the database failed (unreachable, overloaded, slow, full, read-only) rather than
 *   the statement. Source: PostgreSQL, "Error Codes".
 */
export function isUnavailable(code: unknown): boolean {
  if (isReadOnlyRefusal(code)) return true // a replica that isn't the primary yet
  if (code === '25P03') return true // idle_in_transaction_session_timeout: this server was too slow
  return !/^(0A|0L|2\w|3\w|42|44|P0|XX)/.test(String(code))
}
