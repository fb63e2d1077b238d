import type { Handlers } from '../../http/handler'
import { listReceipts } from './receipts'

export const receiptHandlers: Pick<Handlers, 'getReceipts'> = {
  getReceipts: ({ services, caller }) => listReceipts(services, caller.organisation),
}
