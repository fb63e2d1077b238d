import { oneOf, type Row } from '../../server/store/change'
import type { Subscription } from '../../server/store/entities'
import type { Entries } from '../../server/store/events'
import type { Store } from '../../server/store/store'
import { postponeCheck, postponeReceiptCheck } from '../../server/work/postpone'

/** Changes of billing as methods, for tests of stores. */
export function billingMethods(store: Store) {
  return {
    takeDueSubscriptions(
      due: { states: readonly Subscription['state'][]; by: Date; organisationId?: string },
      until: Date,
      most: number,
    ) {
      const { states, by, organisationId } = due
      const where = { state: oneOf(states), ...(organisationId && { organisationId }) }
      return store.take({ table: 'subscriptions', due: 'nextCheckAt', where }, by, until, most)
    },
    postponeCheck: (
      taken: Subscription,
      nextCheckAt: Date | null,
      failures: number,
      entries: Entries | null = null,
    ) => postponeCheck(store, taken, nextCheckAt, failures, entries),
    takeDueRefunds: (now: Date, until: Date, most: number) =>
      store.take({ table: 'refunds', due: 'nextAttemptAt' }, now, until, most),
    takeDueReceiptChecks: (now: Date, until: Date, most: number) =>
      store.take({ table: 'receiptChecks', due: 'dueAt' }, now, until, most),
    postponeReceiptCheck: (taken: Row<'receiptChecks'>, dueAt: Date | null, failures: number) =>
      postponeReceiptCheck(store, taken, dueAt, failures),
  }
}
