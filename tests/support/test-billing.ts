import type { Store } from '../../server/app/store'
import { postponeCheck, postponeReceiptCheck } from '../../server/billing/postpone'
import { wakingReceipts } from '../../server/billing/receipts/receipt-checks'
import { saveReceipts } from '../../server/billing/receipts/receipts'
import type { Receipt } from '../../server/billing/receipts/tables'
import { hearOfRefund, updateRefund } from '../../server/billing/refunds/refunds'
import type { Refund } from '../../server/billing/refunds/tables'
import { readBilling, writesOf } from '../../server/billing/save-subscription-changes'
import type { Subscription } from '../../server/billing/tables'
import { sandboxBooks } from '../../server/payments/sandbox/sandbox-books'
import { add, ensure, oneOf, type Row } from '../../server/store/change'
import type { Entries } from '../../server/store/entry'
import { entryExample } from './examples'

export const toEntries = (organisationId: string): Entries => [entryExample({ organisationId })]

/** Changes of billing as methods, for tests of stores. */
export function billingMethods(store: Store) {
  const books = sandboxBooks(store)
  type States = readonly Refund['state'][]
  const hear = (paymentId: string, refundId: string, states: States, now: Date) =>
    hearOfRefund({ store }, { paymentId, refundId }, states, now, ({ organisationId }) =>
      entryExample({ organisationId }),
    )
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
    saveSubscriptions: (organisationId: string, subscriptions: Subscription[], refunds: Refund[]) =>
      store.change('test', { billing: organisationId }, 'job', async (read) => {
        const entries = toEntries(organisationId)
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
    reopenRefund: async (...of: Parameters<typeof hear>) => (await hear(...of))?.isOurs ?? false,
    wakeReceipts: (subscriptionId: string, now: Date) =>
      store.change('test', null, 'job', async () => ({
        answer: undefined,
        writes: wakingReceipts([subscriptionId], now),
        entries: null,
        unrecorded: 'only says when a receipt is fetched',
      })),
    keepWebhookEvent: (id: string, receivedAt: Date) =>
      store.save(ensure('webhookEvents', ['id'], { id, receivedAt })),
    /**
     * Saves what the provider would say, all at once, of receipts and withdrawn invoices.
     * @param now by our clock.
     */
    saveReceipts(
      subscription: Subscription,
      receipts: readonly Receipt[],
      { gone = [], now }: { gone?: readonly Receipt[]; now: Date },
    ) {
      const services = {
        store,
        clock: () => now,
        mail: { captures: true, wake() {} },
        appUrl: 'https://orglens.test',
        productName: 'Orglens',
        timeZone: 'UTC',
        rateLimits: null,
      }
      const invoices = [
        ...receipts.map((receipt) => ({ ...receipt, isGone: false })),
        ...gone.map((receipt) => ({ ...receipt, isGone: true })),
      ].map(({ id, number, paymentId, issuedAt, paidAt, periodStart, periodEnd, ...others }) => {
        const { amount, currency, url, isGone } = others
        const times = { issuedAt, paidAt, periodStart, periodEnd }
        return { id, number, paymentId, ...times, amount, currency, url, isGone }
      })
      const payments = new Map(
        receipts.flatMap(({ paymentId, refundedAmount, method, paidAt }) =>
          paymentId ? [[paymentId, { refundedAmount, method, madeAt: paidAt }]] : [],
        ),
      )
      const askedAt = receipts[0]?.askedAt ?? now
      return saveReceipts(services, subscription, { invoices, payments, askedAt })
    },
    addSandboxSubscription: books.add,
    paySandboxSubscription: books.pay,
    cancelSandboxSubscription: books.cancel,
    refundSandboxPayment: books.refund,
    addSandboxAct: books.act,
  }
}
