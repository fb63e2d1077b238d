import { listReceipts } from '../domain/receipts'
import type { Handlers } from '../handler'

export const receiptHandlers: Pick<Handlers, 'getReceipts'> = {
  getReceipts: ({ services, caller }) => listReceipts(services, caller.organisation),
}
