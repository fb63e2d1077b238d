import type { Handlers } from '../../api/handler'
import { billReceipt } from './billed-to'
import { listReceipts } from './listed-receipts'

export const receiptHandlers = {
  getReceipts: ({ services, caller }) => listReceipts(services, caller.organisation),

  async billReceipt({ services, caller, body }) {
    await billReceipt(services, caller, body.receipt_id)
  },
} satisfies Partial<Handlers>
