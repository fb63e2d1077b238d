import type { Row } from './change'
import type { Mail } from './entities'
import type { EventData } from './memory-events'
import type { KeptReceipt, ReceiptStore } from './receipt-store'

/** The memory store's receipts. */
export interface ReceiptData extends EventData {
  receipts: KeptReceipt[]
  receiptChecks: Row<'receiptChecks'>[]
  mails: Mail[]
}

/** The memory store's methods for receipts. */
export function receiptMethods(data: ReceiptData): ReceiptStore {
  return {
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
  }
}
