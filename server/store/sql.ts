import { sql } from 'drizzle-orm'
import { guardStore } from './guard'
import { accountMethods } from './sql/accounts'
import { changeMethods } from './sql/change'
import { isReadOnly, run, type SqlDatabase } from './sql/database'
import { erasureMethods } from './sql/erasure'
import { eventMethods } from './sql/events'
import { housekeepingMethods } from './sql/housekeeping'
import { keptMethods } from './sql/kept'
import { oldestWorkMethods } from './sql/oldest-work'
import { outboxMethods } from './sql/outbox'
import { rateLimitMethods } from './sql/rate-limits'
import { receiptMethods } from './sql/receipts'
import { secondFactorMethods } from './sql/second-factors'
import { sessionMethods } from './sql/sessions'
import { subscriptionMethods } from './sql/subscriptions'
import { teamMethods } from './sql/teams'
import type { Ask, Transact } from './sql/transact'
import type { Store } from './store'

/** What a store needs of its database. */
export interface Access {
  /** PGlite's or node-postgres's, through Drizzle. */
  database: SqlDatabase
  transact: Transact
  /** Runs a statement by itself. */
  execute: Ask
}

/**
 * A store in an SQL database whose migrations have run. What a decision rests on changes by `change`, in a transaction;
 * every other method is a single statement.
 * @param close ends the database's connections; called at most once.
 * @param more.prober the same database, for a question that mustn't wait for the others.
 * @param more.isBusy whether calls wait for a connection.
 */
export function createSqlStore(
  { database, transact, execute }: Access,
  close: () => Promise<void>,
  { prober = database, isBusy }: { prober?: SqlDatabase; isBusy?: () => boolean } = {},
): Store {
  let closing: Promise<void> | undefined

  const changes = changeMethods(transact, execute)

  return guardStore({
    ...changes,
    ...accountMethods(database),
    ...teamMethods(database),
    ...secondFactorMethods(database),
    ...eventMethods(database, changes),
    ...sessionMethods(database),
    ...keptMethods(database),
    ...outboxMethods(database),
    ...rateLimitMethods(database),
    ...subscriptionMethods(database),
    ...receiptMethods(database),
    ...erasureMethods(transact),
    ...housekeepingMethods(database),
    ...oldestWorkMethods(database),

    probe: () =>
      run(async () => {
        const [seen] = await prober.select({ isReadOnly }).from(sql`(values (1)) as nothing`)
        if (seen?.isReadOnly) return 'read-only'
        return isBusy?.() ? 'busy' : 'reachable'
      }),

    close: () => {
      closing ??= close()
      return closing
    },
  })
}
