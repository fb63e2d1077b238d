import { CircleArrowUp, CircleCheck, CircleX } from 'lucide-react'
import type { SubscriptionActivityRow } from '../../../contract/billing'
import { Badge } from '../../ui/Badge'

/** The order in which the column STATUS sorts. */
export const statuses = ['Active', 'Upgraded', 'Canceled'] as const
type ActivityStatus = (typeof statuses)[number]

/** Maps a plan to its status: 'Upgraded' wins over 'Active', 'Active' over 'Canceled' (specification, section 4). */
export function statusOf(row: SubscriptionActivityRow): ActivityStatus {
  if (row.upgrade_status) return 'Upgraded'
  return row.status ? 'Active' : 'Canceled'
}

/** A colour and a shape for each status: colour is never the only cue. */
const looks = {
  Active: { tone: 'ok', icon: CircleCheck },
  Upgraded: { tone: 'warn', icon: CircleArrowUp },
  Canceled: { tone: 'bad', icon: CircleX },
} as const

export function StatusBadge({ status, className }: { status: ActivityStatus; className?: string }) {
  return (
    <Badge {...looks[status]} className={className}>
      {status}
    </Badge>
  )
}
