import { CircleAlert, CircleCheck, Undo2 } from 'lucide-react'
import type { Receipt } from '../../../contract/receipts'
import { Badge } from '../../ui/Badge'
import { stateText } from './receipt-text'

const looks = {
  paid: { tone: 'ok', icon: CircleCheck },
  unpaid: { tone: 'warn', icon: CircleAlert },
  refunded: { tone: 'neutral', icon: Undo2 },
} as const

/** The state of a payment. */
export function ReceiptBadge({ receipt }: { receipt: Receipt }) {
  return <Badge {...looks[receipt.state]}>{stateText(receipt)}</Badge>
}
