/** A statement, and the values of its parameters. */
export interface Statement {
  text: string
  values: unknown[]
}

/**
 * Runs a statement of a transaction. Statements run in the order in which they were asked for, and may be sent without
 * waiting for the one before.
 * @returns its rows, as arrays in the order of the columns, and how many it changed.
 */
export type Ask = (statement: Statement) => Promise<{ rows: unknown[][]; count: number }>

/**
 * Runs a transaction.
 * @param isolation `one-state`: all its reads see one state of the database, and it fails with 40001 if what it
 *   changes has changed. `latest`: each statement sees what was committed when it began.
 * @param work returns the statements that end it; null: it is undone. Their results aren't needed.
 * @throws DrizzleQueryError of the first statement that failed; then nothing was changed.
 */
export type Transact = (
  isolation: 'one-state' | 'latest',
  work: (ask: Ask) => Promise<Statement[] | null>,
) => Promise<void>
