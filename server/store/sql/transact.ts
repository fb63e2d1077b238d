export interface Statement {
  text: string
  values: unknown[]
}

/**
 * Runs a statement. The statements of a transaction run in the order of the calls, which needn't wait for each other.
 * @returns the rows, as arrays in the order of the columns, and the number of changed rows.
 */
export type Ask = (statement: Statement) => Promise<{ rows: unknown[][]; count: number }>

/**
 * Runs a transaction.
 * @param isolation `one-state`: all reads see one state of the database, and the transaction fails with 40001 if a row
 *   that it changes has changed since. `latest`: each statement sees what was committed when it began.
 * @param work returns the last statements, whose results aren't needed, or null to roll back.
 * @throws DrizzleQueryError of the first statement that failed; then nothing was changed.
 */
export type Transact = (
  isolation: 'one-state' | 'latest',
  work: (ask: Ask) => Promise<Statement[] | null>,
) => Promise<void>
