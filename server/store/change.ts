import type { ActingCaller, Entries } from './entry'
import type { OutgoingMail } from './outgoing-mail'

/*
 * How data is changed. A change is one transaction: it locks, reads under the lock, decides, and returns what is to
 * be saved as plain data. docs/architecture.md has an example.
 */

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
/** Any other value; of `null`, any value. */
export const not = (value: unknown) => new Condition('not', value)
export const above = (value: Date | number) => new Condition('above', value)
export const upTo = (value: Date | number) => new Condition('upTo', value)
/** One value is equality, which PostgreSQL finds by any index. */
export const oneOf = <Value>(values: readonly Value[]): Value | Condition => {
  const [first, ...others] = values
  return first !== undefined && others.length === 0 ? first : new Condition('oneOf', values)
}
export const noneOf = (values: readonly unknown[]) => new Condition('noneOf', values)

/** All must hold. `null` is equal to `null`. */
export type Where<Name extends TableName> = {
  [Key in keyof Row<Name>]?: Row<Name>[Key] | Condition
}

/** A time that depends on the row's own, which others may change without the lock. */
export class Earliest {
  constructor(readonly value: Date) {}
}
/** That time, or the row's own if it is earlier. */
export const earliest = (value: Date) => new Earliest(value)
export type Values<Name extends TableName> = {
  [Key in keyof Row<Name>]?: Row<Name>[Key] | Earliest
}

/** What is saved, as plain data. */
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

/** Adds those rows whose `key` isn't there yet. */
export const ensure = <Name extends TableName>(
  table: Name,
  key: readonly (keyof Row<Name>)[],
  ...rows: readonly Row<Name>[]
) => ({ kind: 'ensure', table, key, rows }) as unknown as Write

/** Changes the rows that meet `where`. @throws Error if that is empty, which would mean every row. */
export const set = <Name extends TableName>(table: Name, where: Where<Name>, to: Values<Name>) =>
  ({ kind: 'set', table, where: limited(where), to }) as unknown as Write

/** Removes the rows that meet `where`, and those that belong to them. @throws Error likewise. */
export const remove = <Name extends TableName>(table: Name, where: Where<Name>) =>
  ({ kind: 'remove', table, where: limited(where) }) as unknown as Write

function limited<Condition extends object>(where: Condition): Condition {
  const values = Object.values(where)
  if (values.length === 0 || values.includes(undefined)) {
    throw new Error('A write without a condition would change every row.')
  }
  return where
}

/** @returns writes of what differs, by the rows' ids, so that other columns keep what others write meanwhile. */
export function update<Name extends TableName>(
  table: Name,
  before: readonly Row<Name>[],
  after: readonly Row<Name>[],
): Write[] {
  const idOf = (row: Row<Name>) => (row as { id: string }).id
  const was = new Map(before.map((row) => [idOf(row), row]))
  return after.flatMap((row) => {
    const former = was.get(idOf(row))
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
 * Reads within a change. Nobody else can change or remove what they return before the change has ended; with
 * `not-held` somebody can, which is for what the decision doesn't rest on, or what its lock covers. What isn't
 * there can't be held: a lock or a unique constraint stands for it.
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
}

/** A decision: the answer, and what to save. Without `writes` nothing is saved. */
export type Decision<Answer> =
  | { answer: Answer; writes?: undefined }
  | {
      answer: Answer
      writes: readonly Write[]
      mails?: readonly OutgoingMail[]
      /** What the audit log has of the change (D77). */
      entries: Entries
    }
  | {
      answer: Answer
      writes: readonly Write[]
      mails?: readonly OutgoingMail[]
      entries: null
      /** Why the audit log has nothing of it. */
      unrecorded: string
    }

/**
 * What changes wait for each other at. `organisation` is its team. `row` waits at a row that is there. Null: the
 * change adds rows, or holds what it reads; it sees one state of the database.
 */
export type Lock =
  | { organisation: string }
  | { billing: string }
  | { user: string }
  | { [Name in TableName]: { row: Name; where: Where<Name> } }[TableName]

/** The caller's session has ended, they were removed (`signed-out`), or are an admin no longer. */
export class CallerRefused extends Error {
  override readonly name = 'CallerRefused'
  constructor(readonly why: 'signed-out' | 'not-admin') {
    super(`The caller is ${why}.`)
  }
}

/** Holds the caller's account and session, the account first as everywhere. @throws CallerRefused. */
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

/** Rows that nobody needs any more: those that meet `where`, but for those that `keptBy` refers to by their id. */
export type OutdatedRows = {
  [Name in TableName]: {
    table: Name
    where: Where<Name>
    keptBy?: { table: TableName; column: string }
  }
}[TableName]

/** How data is changed, and read where nothing rests on it. */
export interface ChangeStore {
  /**
   * Locks, reads, decides and saves, all or nothing. If the database asks for it, or a unique constraint refuses what is
   * saved, everything is repeated.
   * @param name of the kind of change, for tests that go through all of them.
   * @param lock one or several, in the order of `Lock`.
   * @param caller for whom; null: nobody who is signed in, or what is kept whoever is gone, as a payment.
   * @param decide awaits nothing but `read`, and has no side effects. What it throws undoes the change.
   * @throws CallerRefused, StoreUnavailable, and what `decide` throws.
   */
  change<Answer>(
    name: ChangeName,
    lock: Lock | readonly Lock[] | null,
    caller: ActingCaller | null,
    decide: (read: Reading) => Promise<Decision<Answer>>,
  ): Promise<Answer>
  /** Calls a function after each change that has saved mails, so that the worker delivers them at once. */
  onMails(listener: () => void): void
  /**
   * Saves one write by itself, for what rests on nothing and nobody has to be told of. Without a transaction, it costs
   * half.
   * @returns how many rows it changed.
   */
  save(write: Write): Promise<number>
  /**
   * Takes up to `most` rows that are due at `now`, the longest overdue first, and postpones them to `until`, so that no
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
   * Reads the earliest of several times, all in one statement, and by the way whether the database is read-only.
   * @returns them by their names; null: there is none.
   */
  earliest<Name extends string>(
    times: Record<Name, TimesOf>,
  ): Promise<{ times: Record<Name, Date | null>; isReadOnly: boolean }>
  /** Removes up to `most` outdated rows, but for those that somebody is changing. @returns how many. */
  discard(outdated: OutdatedRows, most: number): Promise<number>
}

/** The kinds of changes. */
export type ChangeName =
  | 'add-entries'
  | 'add-passkey'
  | 'remove-passkey'
  | 'rename-passkey'
  | 'spend-passkey'
  | 'tell-of-refused-passkey'
  | 'add-user'
  | 'begin-second-factor'
  | 'change-password'
  | 'confirm-address'
  | 'mail-address-link'
  | 'release-address'
  | 'save-reset'
  | 'set-password-by-link'
  | 'confirm-second-factor'
  | 'delete-organisation'
  | 'request-deletion'
  | 'withdraw-deletion'
  | 'remind-of-deletion'
  | 'tell-abandoned'
  | 'end-sessions'
  | 'erase-person'
  | 'export-account'
  | 'found-organisation'
  | 'invite'
  | 'join'
  | 'leave'
  | 'rename-organisation'
  | 'change-slug'
  | 'change-second-factor-rule'
  | 'note-expiry'
  | 'note-refusal'
  | 'remove-member'
  | 'remove-second-factor'
  | 'renew-recovery-codes'
  | 'resend-invitation'
  | 'reset-second-factor'
  | 'revoke-invitation'
  | 'set-role'
  | 'settle-mail'
  | 'act-in-sandbox'
  | 'change-plans'
  | 'check-checkout'
  | 'fail-check'
  | 'hear-of-refund'
  | 'open-checkout'
  | 'save-receipts'
  | 'update-refund'
  | 'change-buyer'
  | 'bill-receipt'
  | 'add-copy'
  | 'remove-copy'
  | 'confirm-copy'
  | 'correct-invoice'
  | 'subscribe-report'
  | 'change-report'
  | 'move-report'
  | 'remove-report'
  | 'sign-in'
  | 'spend-code'
  | 'tell-of-refused-codes'
  | 'unprove-address'
  | 'update-profile'
  /** Of tests. */
  | 'test'
