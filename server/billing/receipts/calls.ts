import type { Handlers } from '../../http/handler'
import { listReceipts } from './receipts'

export const receiptHandlers = {
  getReceipts: ({ services, caller }) => listReceipts(services, caller.organisation),
} satisfies Partial<Handlers>
