import type { AuditStore, ErasureStore } from '../audit/reads'
import type { AuthStore } from '../auth/reads'
import type { CountStore } from '../http/counts'
import type { OutboxStore } from '../mail/reads'
import type { AbandonedStore } from '../organisation/reads'
import type { ChangeStore } from '../store/change'

/**
 * How a store's database can be used. `busy`: all connections are taken, and calls wait for one.
 * `read-only`: it is a replica, or was set so; nothing can be changed.
 */
export type DatabaseCondition = 'reachable' | 'busy' | 'read-only'

/**
 * Where data is kept: how it is changed (`store/change.ts`), and what is read of it, by subject. Each method is one atomic
 * step.
 */
export interface Store
  extends ChangeStore,
    AuditStore,
    ErasureStore,
    OutboxStore,
    CountStore,
    AuthStore,
    AbandonedStore {
  /** Asks whether the database can be used, whatever is locked there or waits for it. */
  probe(): Promise<DatabaseCondition>
  /** For monitoring: when the last backup was made; null: never. */
  findLastBackup(): Promise<Date | null>

  /** Ends what the store holds open; further calls fail. */
  close(): Promise<void>
}
