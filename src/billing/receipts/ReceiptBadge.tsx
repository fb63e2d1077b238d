import { CircleAlert, CircleCheck, CircleSlash, FilePen, Undo2 } from 'lucide-react'
import type { ReceiptLine } from '../../../contract/receipts-csv'
import { Badge } from '../../ui/Badge'
import { rowText, stateTexts } from './receipt-text'

const looks = {
  paid: { tone: 'ok', icon: CircleCheck },
  unpaid: { tone: 'warn', icon: CircleAlert },
  refunded: { tone: 'neutral', icon: Undo2 },
} as const
const notCharged = { tone: 'neutral', icon: CircleSlash } as const

const documentLooks = {
  'credit-note': { tone: 'neutral', icon: Undo2 },
  invoice: { tone: 'neutral', icon: FilePen },
} as const

/** The state of a payment, or the kind of a further document about it. */
export function ReceiptBadge({ receipt }: { receipt: ReceiptLine }) {
  const { state, is_due, further } = receipt
  if (further) return <Badge {...documentLooks[further.kind]}>{rowText(receipt)}</Badge>
  const look = state === 'unpaid' && is_due === false ? notCharged : looks[state]
  const [text, part] = stateTexts(receipt)
  return (
    <>
      <Badge {...look}>{text}</Badge>
      {part && <span className="mt-0.5 block px-2 text-12h">{` ${part}`}</span>}
    </>
  )
}
