import {
  type ActingCaller,
  add,
  CallerRefused,
  type Cause,
  type ChangeStore,
  type Decision,
  type DueRows,
  type Lock,
  type Reading,
  type TableName,
  type Write,
} from '../change'
import { createLines } from '../lines'
import { sorted } from '../notices'
import { StoreUnavailable } from '../unavailable'
import { lockOf, readOf, rowFrom, takeOf, writeOf } from './change-statements'
import { driverCodeOf, isWorthRetrying, run, withoutParameters } from './database'
import { entryStatements } from './entry-statements'
import { noticeStatement } from './notice-statements'
import type { Ask, Statement, Transact } from './transact'

/** How often a change is made in vain, because of concurrent ones, before it fails. */
const mostAttempts = 6
/** The longest delay before the second attempt, in ms; it doubles each time. */
const pause = 20
/** How many changes of one organisation or user may wait for each other. */
const mostWaiting = 500

/**
 * Whether a change may be decided otherwise, or succeed, when it is repeated: something was in its way that it can read
 * the next time. Source: PostgreSQL, "Error Codes", 23505 unique_violation.
 */
const isInTheWay = (error: unknown) => driverCodeOf(error) === '23505' || isWorthRetrying(error)

/**
 * @param transact runs transactions.
 * @param execute runs a statement by itself.
 */
export function changeMethods(transact: Transact, execute: Ask): ChangeStore {
  // Before a connection is taken, or one organisation's changes would take them all.
  const inLine = createLines(
    mostWaiting,
    () => new StoreUnavailable('Too many changes of one organisation are under way.', 1),
  )

  async function attempt<Answer>(
    locks: readonly Lock[],
    by: Cause,
    decide: (read: Reading) => Promise<Decision<Answer>>,
  ): Promise<Answer> {
    let answer: Answer | undefined
    await transact(locks.length > 0 ? 'latest' : 'one-state', async (ask) => {
      // Sent at once, with the first reads of the decision: they run once the locks are there.
      const begun = Promise.all([...locks.map((lock) => ask(lockOf(lock))), checkCaller(ask, by)])
      begun.catch(() => {})
      const decision = await decide(readingOf(ask, begun))
      await begun
      answer = decision.answer
      return decision.writes === undefined ? null : statementsOf(decision)
    })
    return answer as Answer
  }

  async function repeated<Answer>(work: () => Promise<Answer>): Promise<Answer> {
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

  return {
    change(_name, lock, by, decide) {
      const locks: readonly Lock[] = lock === null ? [] : [lock].flat()
      const work = () => repeated(() => attempt(locks, by, decide))
      const [first] = locks
      return first ? inLine(JSON.stringify(first), work) : work()
    },

    save: (write) => run(async () => (await execute(writeOf(write))).count),

    take: ((work: DueRows<TableName>, now: Date, until: Date, most: number) =>
      run(async () => {
        const { rows } = await execute(takeOf(work, now, until, most))
        return rows.map((row) => rowFrom(work.table, row))
      })) as ChangeStore['take'],
  }
}

/** Holds the caller's account and session, the account first as everywhere. @throws CallerRefused. */
async function checkCaller(ask: Ask, by: Cause): Promise<void> {
  if (typeof by === 'string') return
  const { user, sessionId }: ActingCaller = by
  const asked = [
    ask(readOf('users', { id: user.id }, { which: 'one', isHeld: true })),
    ask(readOf('sessions', { id: sessionId, userId: user.id }, { which: 'one', isHeld: true })),
  ]
  const [users, sessions] = await Promise.all(asked)
  const account = users?.rows[0] && rowFrom('users', users.rows[0])
  if (!account || sessions?.rows.length === 0) throw new CallerRefused('signed-out')
  if (user.isAdmin && !account.isAdmin) throw new CallerRefused('not-admin')
}

function readingOf(ask: Ask, begun: Promise<unknown>): Reading {
  async function find(which: 'all' | 'one', name: TableName, where: object, how?: 'not-held') {
    const asked = ask(readOf(name, where, { which, isHeld: how !== 'not-held' }))
    asked.catch(() => {})
    await begun
    const { rows } = await asked
    return rows.map((row) => rowFrom(name, row))
  }
  return {
    all: (name: TableName, where: object, how?: 'not-held') => find('all', name, where, how),
    one: async (name: TableName, where: object, how?: 'not-held') =>
      (await find('one', name, where, how))[0] ?? null,
  } as Reading
}

function statementsOf(decision: Decision<unknown> & { writes: readonly Write[] }): Statement[] {
  const { writes, mails = [], entries } = decision
  const { always, notices } = sorted(mails)
  const all = always.length > 0 ? [...writes, add('mails', ...always)] : writes
  return [
    ...all.map(writeOf),
    ...(notices.length > 0 ? [noticeStatement(notices)] : []),
    ...(entries ? entryStatements(entries) : []),
  ]
}
