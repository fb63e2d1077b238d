import { CircleAlert, CircleCheck, CircleSlash, Undo2 } from 'lucide-react'
import type { Receipt } from '../../../contract/receipts'
import { Badge } from '../../ui/Badge'
import { stateText } from './receipt-text'

const looks = {
  paid: { tone: 'ok', icon: CircleCheck },
  unpaid: { tone: 'warn', icon: CircleAlert },
  refunded: { tone: 'neutral', icon: Undo2 },
} as const
const notCharged = { tone: 'neutral', icon: CircleSlash } as const

export function ReceiptBadge({ receipt }: { receipt: Receipt }) {
  const { state, is_due } = receipt
  const look = state === 'unpaid' && is_due === false ? notCharged : looks[state]
  return <Badge {...look}>{stateText(receipt)}</Badge>
}
