import type { PgTable } from 'drizzle-orm/pg-core'
import { waitForEver } from '../../lib/waiting'
import {
  add,
  type ChangeStore,
  type CheckCaller,
  type Decision,
  type DueRows,
  type Lock,
  type Reading,
  type TableName,
  type TimesOf,
  type Write,
} from '../change'
import type { ActingCaller, Entries } from '../entry'
import { createLines } from '../lines'
import { type Notice, separateNotices } from '../outgoing-mail'
import { StoreUnavailable } from '../unavailable'
import {
  countStatement,
  discardStatement,
  earliestStatement,
  type LockTable,
  lockStatement,
  readStatement,
  rowFrom,
  takeStatement,
  timeFrom,
  writeStatement,
} from './change-statements'
import { driverCodeOf, isWorthRetrying, run, withoutParameters } from './database'
import type { Ask, Statement, Transact } from './transact'

/** The number of attempts before a change fails because of concurrent ones. */
const mostAttempts = 6
/** The longest delay before the second attempt, in ms; it doubles each time. */
const pause = 20
/** The limit of one organisation's or user's changes, which wait for each other. */
const limit = {
  most: 500,
  refuse: () => new StoreUnavailable('Too many changes of one organisation are under way.', 1),
}

/**
 * Whether a change may succeed, or decide otherwise, when it is repeated, because the next attempt can read the row that
 * was in its way. Source: PostgreSQL, "Error Codes", 23505 unique_violation.
 */
const isInTheWay = (error: unknown) => driverCodeOf(error) === '23505' || isWorthRetrying(error)

/** The parts of changes that depend on the tables of the subjects, which the store doesn't know. */
export interface SqlSubjects {
  tables: { readonly [Name in TableName]: PgTable }
  /** The tables whose rows are the locks of an organisation's team, and of its subscriptions. */
  lockTables: { organisation: LockTable; billing: LockTable }
  checkCaller: CheckCaller
  /** Saves a change's notices, as far as their mailboxes' limits allow. */
  noticeStatement(notices: readonly Notice[]): Statement
  /** Saves a change's entries. */
  entryStatement(entries: Entries): Statement
}

/** Repeats work that concurrent changes were in the way of, after random pauses. */
async function repeat<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isInTheWay(error)) throw withoutParameters(error)
      if (attempts === mostAttempts) {
        throw new StoreUnavailable((withoutParameters(error) as Error).message, 1)
      }
      const delay = Math.random() * pause * 2 ** (attempts - 1)
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
}

/**
 * @returns the statement that takes a lock. Not `for update`: inserting a row that refers to the locked one would wait,
 *   too, and two changes that lock and refer to each other's rows would deadlock.
 */
function lockOf({ tables, lockTables }: SqlSubjects, lock: Lock): Statement {
  const heldRow = { most: 1, isHeld: true } as const
  if ('organisation' in lock) {
    return lockStatement(lockTables.organisation, tables.organisations, lock.organisation)
  }
  if ('billing' in lock)
    return lockStatement(lockTables.billing, tables.organisations, lock.billing)
  if ('user' in lock) return readStatement(tables.users, { id: lock.user }, heldRow)
  return readStatement(tables[lock.row], lock.where, heldRow)
}

/** @param locked resolves when the change has its locks; null outside of a change, where no row is held. */
function readingOf({ tables }: SqlSubjects, ask: Ask, locked: Promise<unknown> | null) {
  async function rowsOf(statement: Statement): Promise<unknown[][]> {
    const result = ask(statement)
    result.catch(() => {})
    await locked
    return (await result).rows
  }
  async function find(most: number | null, name: TableName, where: object, how?: 'not-held') {
    const isHeld = locked !== null && how !== 'not-held'
    const rows = await rowsOf(readStatement(tables[name], where, { most, isHeld }))
    return rows.map((row) => rowFrom(tables[name], row))
  }
  return {
    all: (name: TableName, where: object, how?: 'not-held') => find(null, name, where, how),
    one: async (name: TableName, where: object, how?: 'not-held') =>
      (await find(1, name, where, how))[0] ?? null,
    count: async (name: TableName, where: object) =>
      Number((await rowsOf(countStatement(tables[name], where)))[0]?.[0]),
    some: (name: TableName, where: object, most: number) => find(most, name, where),
  } as Reading & Pick<ChangeStore, 'some'>
}

function statementsOf(
  { tables, noticeStatement, entryStatement }: SqlSubjects,
  decision: Decision<unknown> & { writes: readonly Write[] },
): Statement[] {
  const { writes, mails = [], entries } = decision
  const { always, notices } = separateNotices(mails)
  const all = always.length > 0 ? [...writes, add('mails', ...always)] : writes
  return [
    ...all.map((write) => writeStatement(tables[write.table], write)),
    ...(notices.length > 0 ? [noticeStatement(notices)] : []),
    ...(entries ? [entryStatement(entries)] : []),
  ]
}

/**
 * Changes data, and reads it outside of changes.
 * @param transact runs transactions.
 * @param execute runs a statement by itself.
 */
export function changeMethods(
  { transact, execute }: { transact: Transact; execute: Ask },
  subjects: SqlSubjects,
): ChangeStore {
  const { tables, checkCaller } = subjects
  // Changes wait for each other before they take a connection: one organisation's would take all connections.
  const inLine = createLines()
  let mailListener = () => {}

  async function attempt<Answer>(
    locks: readonly Lock[],
    caller: ActingCaller | null,
    decide: (read: Reading) => Promise<Decision<Answer>>,
  ): Promise<Answer> {
    let answer: Answer | undefined
    let hasMails = false
    await transact(locks.length > 0 ? 'latest' : 'one-state', async (ask) => {
      // Sent together with the decision's first reads, which the database runs once it has the locks.
      const locked = Promise.all([
        ...locks.map((lock) => ask(lockOf(subjects, lock))),
        caller && checkCaller(readingOf(subjects, ask, Promise.resolve()), caller),
      ])
      locked.catch(() => {})
      const decision = await decide(readingOf(subjects, ask, locked))
      await locked
      answer = decision.answer
      if (decision.writes === undefined) return null
      hasMails = (decision.mails ?? []).length > 0
      return statementsOf(subjects, decision)
    })
    if (hasMails) mailListener()
    return answer as Answer
  }

  return {
    change(_name, lock, caller, decide) {
      const locks: readonly Lock[] = lock === null ? [] : [lock].flat()
      const work = () => repeat(() => attempt(locks, caller, decide))
      const [first] = locks
      return first ? inLine(JSON.stringify(first), limit, work) : work()
    },

    onMails(listener) {
      mailListener = listener
    },

    save(write) {
      waitForEver()
      return run(async () => (await execute(writeStatement(tables[write.table], write))).count)
    },

    take: ((work: DueRows<TableName>, now: Date, until: Date, most: number) =>
      run(async () => {
        const table = tables[work.table]
        const { rows } = await execute(takeStatement(table, work, now, until, most))
        return rows.map((row) => rowFrom(table, row))
      })) as ChangeStore['take'],

    ...readingOf(subjects, (statement) => run(() => execute(statement)), null),

    earliest: (times) =>
      run(async () => {
        const columns = Object.entries<TimesOf>(times)
        const parts = columns.map(([, one]) => ({ ...one, table: tables[one.table] }))
        const { rows } = await execute(earliestStatement(parts))
        const [isReadOnly, ...values] = rows[0] ?? []
        const found = columns.map(([name, { table, column }], index) => [
          name,
          timeFrom(tables[table], column, values[index]),
        ])
        return { times: Object.fromEntries(found), isReadOnly: isReadOnly === true }
      }),

    discard: ({ table, where, keptBy }, most) =>
      run(async () => {
        const keeping = keptBy ? { ...keptBy, table: tables[keptBy.table] } : null
        return (await execute(discardStatement(tables[table], where, keeping, most))).count
      }),
  }
}
