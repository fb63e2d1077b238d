import { hearOfRefund, updateRefund } from '../../server/domain/refunds'
import { readBilling, writesOf } from '../../server/domain/save-subscription-changes'
import { add, oneOf, type Row } from '../../server/store/change'
import type { Refund, Subscription } from '../../server/store/entities'
import type { Entries } from '../../server/store/events'
import type { Store } from '../../server/store/store'
import { postponeCheck, postponeReceiptCheck } from '../../server/work/postpone'
import { entryExample } from './examples'

const toEntries = (organisationId: string): Entries => [entryExample({ organisationId })]

/** Changes of billing as methods, for tests of stores. */
export function billingMethods(store: Store) {
  return {
    addSubscription: (
      subscription: Subscription,
      entries = toEntries(subscription.organisationId),
    ) =>
      store.change('test', null, 'job', async () => ({
        answer: undefined,
        writes: [add('subscriptions', subscription)],
        entries,
      })),
    findBilling: (organisationId: string, id: string) =>
      store.change('test', { billing: organisationId }, 'job', async (read) => ({
        answer: await readBilling(read, organisationId, id),
      })),
    saveSubscriptions: (
      organisationId: string,
      subscriptions: Subscription[],
      refunds: Refund[],
      entries = toEntries(organisationId),
    ) =>
      store.change('test', { billing: organisationId }, 'job', async (read) => {
        const ids = oneOf(subscriptions.map(({ id }) => id))
        const before = await read.all('subscriptions', { organisationId, id: ids })
        const writes = writesOf(before, { subscriptions, refunds }, entries[0].at)
        return { answer: undefined, writes, entries }
      }),
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
    updateRefund: (taken: Refund, changes: Parameters<typeof updateRefund>[2]) =>
      updateRefund({ store }, taken, changes, null),
    async reopenRefund(
      paymentId: string,
      refundId: string,
      states: readonly Refund['state'][],
      now: Date,
    ) {
      const of = { paymentId, refundId }
      const heard = await hearOfRefund({ store }, of, states, now, ({ organisationId }) =>
        entryExample({ organisationId }),
      )
      return heard.isOurs
    },
    /** @returns whether the payment has a receipt. */
    async wakeReceiptOf(paymentId: string, now: Date) {
      const of = { paymentId, refundId: 'rfnd_elsewhere' }
      const heard = await hearOfRefund({ store }, of, [], now, ({ organisationId }) =>
        entryExample({ organisationId }),
      )
      return heard.hasReceipt
    },
  }
}
