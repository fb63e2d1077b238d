import type { ActingCaller, Recorded } from './entry'
import type { OutgoingMail } from './outgoing-mail'

/* Changing data. A change is one transaction: it locks, reads under the lock, decides, and returns as plain data
   what is to be saved. docs/architecture.md has an example. */

/** The tables that changes read and write, by name: the `tables.ts` of each subject adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: subjects extend it.
export interface Tables {}
export type TableName = keyof Tables
export type Row<Name extends TableName> = Tables[Name]['$inferSelect']

/** A condition other than equality. */
export class Condition {
  constructor(
    readonly kind: 'not' | 'above' | 'upTo' | 'oneOf' | 'noneOf',
    readonly value: unknown,
  ) {}
}
/** Any other value. `not(null)` is any value. */
export const not = (value: unknown) => new Condition('not', value)
export const above = (value: Date | number) => new Condition('above', value)
export const upTo = (value: Date | number) => new Condition('upTo', value)
/** One of several values. A single value becomes equality, for which PostgreSQL can use any index. */
export const oneOf = <Value>(values: readonly Value[]): Value | Condition => {
  const [first, ...others] = values
  return first !== undefined && others.length === 0 ? first : new Condition('oneOf', values)
}
export const noneOf = (values: readonly unknown[]) => new Condition('noneOf', values)

/** Conditions on columns, which must all hold. `null` equals `null`. */
export type Where<Name extends TableName> = {
  [Key in keyof Row<Name>]?: Row<Name>[Key] | Condition
}

/** A value to write: the earlier of this time and the row's present one, which others may change without the lock. */
export class Earliest {
  constructor(readonly value: Date) {}
}
export const earliest = (value: Date) => new Earliest(value)
export type Values<Name extends TableName> = {
  [Key in keyof Row<Name>]?: Row<Name>[Key] | Earliest
}

/** A change of rows, as plain data. */
export type Write = {
  [Name in TableName]:
    | { kind: 'add'; table: Name; rows: readonly Row<Name>[] }
    | { kind: 'put'; table: Name; rows: readonly Row<Name>[]; key: readonly (keyof Row<Name>)[] }
    | { kind: 'ensure'; table: Name; rows: readonly Row<Name>[]; key: readonly (keyof Row<Name>)[] }
    | { kind: 'set'; table: Name; where: Where<Name>; to: Values<Name> }
    | { kind: 'remove'; table: Name; where: Where<Name> }
}[TableName]

/** Adds rows. A row that violates a unique constraint lets the whole change be decided again. */
export const add = <Name extends TableName>(table: Name, ...rows: readonly Row<Name>[]) =>
  ({ kind: 'add', table, rows }) as unknown as Write

/** Adds rows; each replaces the one with the same `key`. Of several with one key, the last counts. */
export const put = <Name extends TableName>(
  table: Name,
  key: readonly (keyof Row<Name>)[],
  ...rows: readonly Row<Name>[]
) => {
  const keyOf = (row: Row<Name>) => JSON.stringify(key.map((name) => row[name]))
  // Sorted, so that two servers that replace the same rows don't deadlock.
  const last = new Map(rows.map((row) => [keyOf(row), row]))
  const sorted = [...last].sort(([one], [other]) => (one < other ? -1 : 1))
  return { kind: 'put', table, key, rows: sorted.map(([, row]) => row) } as unknown as Write
}

/** Adds the rows whose `key` isn't in the table yet. */
export const ensure = <Name extends TableName>(
  table: Name,
  key: readonly (keyof Row<Name>)[],
  ...rows: readonly Row<Name>[]
) => ({ kind: 'ensure', table, key, rows }) as unknown as Write

/** Changes the rows that meet `where`. @throws Error if that is empty, which would mean every row. */
export const set = <Name extends TableName>(table: Name, where: Where<Name>, to: Values<Name>) =>
  ({ kind: 'set', table, where: requireCondition(where), to }) as unknown as Write

/** Removes the rows that meet `where`, and the rows that belong to them. @throws Error if `where` is empty. */
export const remove = <Name extends TableName>(table: Name, where: Where<Name>) =>
  ({ kind: 'remove', table, where: requireCondition(where) }) as unknown as Write

function requireCondition<Condition extends object>(where: Condition): Condition {
  const values = Object.values(where)
  if (values.length === 0 || values.includes(undefined)) {
    throw new Error('A write without a condition would change every row.')
  }
  return where
}

/**
 * @returns the writes for the columns that differ. The other columns keep the values that somebody else writes
 *   meanwhile.
 */
export function update<Name extends TableName>(
  table: Name,
  before: readonly Row<Name>[],
  after: readonly Row<Name>[],
): Write[] {
  const idOf = (row: Row<Name>) => (row as { id: string }).id
  const rowsBefore = new Map(before.map((row) => [idOf(row), row]))
  return after.flatMap((row) => {
    const former = rowsBefore.get(idOf(row))
    const changed = Object.entries(row).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(former?.[name as keyof Row<Name>]),
    )
    if (!former || changed.length === 0) return []
    const where = { id: idOf(row) } as unknown as Where<Name>
    return [set(table, where, Object.fromEntries(changed) as Values<Name>)]
  })
}

/**
 * Reads within a change. They hold the rows that they return: nobody else can change or remove these before the change has
 * ended. `not-held` is for rows that don't matter for the decision, or that the change's lock covers. A row that doesn't
 * exist can't be held: a lock or a unique constraint has to keep others from adding it.
 */
export interface Reading {
  /** Sorted by the primary key. */
  all<Name extends TableName>(
    table: Name,
    where: Where<Name>,
    how?: 'not-held',
  ): Promise<Row<Name>[]>
  one<Name extends TableName>(
    table: Name,
    where: Where<Name>,
    how?: 'not-held',
  ): Promise<Row<Name> | null>
  /** The number of rows that meet `where`. These rows aren't held, so a lock has to keep others from changing them. */
  count<Name extends TableName>(table: Name, where: Where<Name>): Promise<number>
}

/** A decision: the answer, and what to save. Without `writes` nothing is saved. */
export type Decision<Answer> =
  | { answer: Answer; writes?: undefined }
  | ({ answer: Answer; writes: readonly Write[]; mails?: readonly OutgoingMail[] } & Recorded)

/**
 * The lock that changes take in turns. `organisation` stands for its team, `billing` for its subscriptions. `row` locks an
 * existing row. A change without a lock (null) adds rows, or holds the rows that it reads. It sees one state of the database.
 */
export type Lock =
  | { organisation: string }
  | { billing: string }
  | { user: string }
  | { [Name in TableName]: { row: Name; where: Where<Name> } }[TableName]

/** The caller's session or account has ended (`signed-out`), or the caller is no admin any more. */
export class CallerRefused extends Error {
  override readonly name = 'CallerRefused'
  constructor(readonly why: 'signed-out' | 'not-admin') {
    super(`The caller is ${why}.`)
  }
}

/** Holds the caller's account, then the session: the same order everywhere prevents deadlocks. @throws CallerRefused. */
export type CheckCaller = (read: Reading, caller: ActingCaller) => Promise<void>

/** Work that is due once the time in the column `due` has passed. */
export interface DueRows<Name extends TableName> {
  table: Name
  due: keyof Row<Name> & string
  where?: Where<Name>
}

/** The times in a column of the rows that meet `where`. */
export type TimesOf = {
  [Name in TableName]: { table: Name; column: keyof Row<Name> & string; where: Where<Name> }
}[TableName]

/** Rows that nobody needs any more: they meet `where`, and no row of `keptBy` refers to them by their id. */
export type OutdatedRows = {
  [Name in TableName]: {
    table: Name
    where: Where<Name>
    keptBy?: { table: TableName; column: string }
  }
}[TableName]

/** Changes data, and reads it outside of changes. */
export interface ChangeStore {
  /**
   * Locks, reads, decides and saves, all or nothing. Repeats everything if the database asks for a retry, or a unique
   * constraint refuses a write.
   * @param name the kind of change, for tests.
   * @param lock one or several, in the order of `Lock`.
   * @param caller is checked in the transaction. Null: nobody is signed in, or the change must be saved even if the caller
   *   has gone, as a payment.
   * @param decide awaits nothing but `read`, and has no side effects. An error that it throws undoes the change.
   * @throws CallerRefused, StoreUnavailable, and what `decide` throws.
   */
  change<Answer>(
    name: string,
    lock: Lock | readonly Lock[] | null,
    caller: ActingCaller | null,
    decide: (read: Reading) => Promise<Decision<Answer>>,
  ): Promise<Answer>
  /** Calls a function after each change that has saved mails, so that the worker delivers them at once. */
  onMails(listener: () => void): void
  /**
   * Saves one write that depends on no read, and needs neither mail nor audit entry. It has no transaction, which halves
   * its cost.
   * @returns how many rows it changed.
   */
  save(write: Write): Promise<number>
  /**
   * Leases up to `most` rows that are due at `now`, the longest overdue first: it postpones them to `until`, so that no
   * other server takes them meanwhile.
   */
  take<Name extends TableName>(
    work: DueRows<Name>,
    now: Date,
    until: Date,
    most: number,
  ): Promise<Row<Name>[]>
  /** Reads rows outside of a change: all that meet `where`, sorted by the primary key, or one of them. */
  all<Name extends TableName>(table: Name, where: Where<Name>): Promise<Row<Name>[]>
  one<Name extends TableName>(table: Name, where: Where<Name>): Promise<Row<Name> | null>
  /** Reads up to `most` of the rows that meet `where`. */
  some<Name extends TableName>(table: Name, where: Where<Name>, most: number): Promise<Row<Name>[]>
  /**
   * Reads the earliest time of several columns, and whether the database is read-only, in one statement.
   * @returns the times by name; null where no row meets the condition.
   */
  earliest<Name extends string>(
    times: Record<Name, TimesOf>,
  ): Promise<{ times: Record<Name, Date | null>; isReadOnly: boolean }>
  /** Removes up to `most` outdated rows, and skips rows that somebody is changing. @returns the number of removed rows. */
  discard(outdated: OutdatedRows, most: number): Promise<number>
}
