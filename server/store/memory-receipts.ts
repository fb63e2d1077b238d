import type { Row } from './change'
import type { Mail } from './entities'
import { type EventData, tell } from './memory-events'
import type { KeptReceipt, ReceiptStore } from './receipt-store'

/** The memory store's receipts. */
export interface ReceiptData extends EventData {
  receipts: KeptReceipt[]
  receiptChecks: Row<'receiptChecks'>[]
  mails: Mail[]
}

/** Schedules a check of the invoices of these subscriptions. */
export function wakeChecks(
  data: Pick<ReceiptData, 'receiptChecks'>,
  subscriptionIds: readonly string[],
  now: Date,
): void {
  for (const subscriptionId of subscriptionIds) {
    const check = data.receiptChecks.find((one) => one.subscriptionId === subscriptionId)
    if (!check) data.receiptChecks.push({ subscriptionId, dueAt: now, wokenAt: now, failures: 0 })
    else Object.assign(check, { dueAt: earlier(check.dueAt, now), wokenAt: now })
  }
}

const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other)

/** The memory store's methods for receipts. */
export function receiptMethods(data: ReceiptData): ReceiptStore {
  return {
    async wakeReceipts(subscriptionId, now) {
      wakeChecks(data, [subscriptionId], now)
    },

    async findReceipts(of) {
      const isWanted = (receipt: KeptReceipt) =>
        'organisationId' in of
          ? receipt.organisationId === of.organisationId
          : receipt.subscriptionId === of.subscriptionId
      return structuredClone(
        data.receipts
          .filter(isWanted)
          .sort(
            (one, other) =>
              Number(other.paidAt ?? other.issuedAt) - Number(one.paidAt ?? one.issuedAt) ||
              (one.id < other.id ? 1 : -1),
          ),
      )
    },

    async saveReceipts(receipts, gone, entries) {
      for (const receipt of receipts) {
        const kept = data.receipts.find(({ id }) => id === receipt.id)
        if (!kept)
          data.receipts.push(structuredClone({ ...receipt, refundHeardAt: null, isTold: false }))
        else if (kept.askedAt <= receipt.askedAt) {
          const { paymentId, paidAt, paymentAskedAt } = kept
          Object.assign(kept, structuredClone(receipt), {
            paymentId: receipt.paymentId ?? paymentId,
            paidAt: receipt.paidAt ?? paidAt,
            paymentAskedAt: receipt.paymentAskedAt ?? paymentAskedAt,
          })
        }
      }
      data.receipts = data.receipts.filter(({ id, paidAt }) => paidAt || !gone.includes(id))
      if (entries) tell(data, entries)
    },

    async tellReceipt(id, mails, entries) {
      const receipt = data.receipts.find((one) => one.id === id && one.paidAt && !one.isTold)
      if (!receipt) return
      receipt.isTold = true
      data.mails.push(...structuredClone([...mails]))
      if (entries) tell(data, entries)
    },
  }
}
