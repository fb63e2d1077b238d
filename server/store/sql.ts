import { sql } from 'drizzle-orm'
import { accountMethods } from './sql/accounts'
import { isReadOnly, run, type SqlDatabase } from './sql/database'
import { erasureMethods } from './sql/erasure'
import { eventMethods } from './sql/events'
import { housekeepingMethods } from './sql/housekeeping'
import { invitationMethods } from './sql/invitations'
import { keptMethods } from './sql/kept'
import { oldestWorkMethods } from './sql/oldest-work'
import { outboxMethods } from './sql/outbox'
import { passwordMethods } from './sql/passwords'
import { rateLimitMethods } from './sql/rate-limits'
import { receiptMethods } from './sql/receipts'
import { refundMethods } from './sql/refunds'
import { sandboxMethods } from './sql/sandbox'
import { secondFactorMethods } from './sql/second-factors'
import { sessionMethods } from './sql/sessions'
import { subscriptionCheckMethods } from './sql/subscription-checks'
import { subscriptionMethods } from './sql/subscriptions'
import { teamMethods } from './sql/teams'
import { webhookEventMethods } from './sql/webhook-events'
import type { Store } from './store'

/**
 * A store in an SQL database whose migrations have run. Every method that writes is a single
 * statement, so that it is atomic without a transaction, and leaves uniqueness to constraints, so
 * that servers that share the database can't get past each other.
 * @param database PGlite's or node-postgres's, through Drizzle.
 * @param close ends the database's connections; called at most once.
 * @param more.prober the same database, for a question that mustn't wait for the others.
 * @param more.isBusy whether calls wait for a connection.
 */
export function createSqlStore(
  database: SqlDatabase,
  close: () => Promise<void>,
  { prober = database, isBusy }: { prober?: SqlDatabase; isBusy?: () => boolean } = {},
): Store {
  let closing: Promise<void> | undefined

  return {
    ...accountMethods(database),
    ...invitationMethods(database),
    ...teamMethods(database),
    ...secondFactorMethods(database),
    ...eventMethods(database),
    ...sessionMethods(database),
    ...passwordMethods(database),
    ...keptMethods(database),
    ...outboxMethods(database),
    ...rateLimitMethods(database),
    ...subscriptionMethods(database),
    ...subscriptionCheckMethods(database),
    ...refundMethods(database),
    ...receiptMethods(database),
    ...webhookEventMethods(database),
    ...erasureMethods(database),
    ...housekeepingMethods(database),
    ...oldestWorkMethods(database),
    ...sandboxMethods(database),

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
  }
}
