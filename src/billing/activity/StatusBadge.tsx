import { CircleArrowUp, CircleCheck, CircleX } from 'lucide-react'
import { Badge } from '../../ui/Badge'
import type { ActivityStatus } from './activity-status'

/** Colours and shapes of D14. */
const looks = {
  Active: { tone: 'ok', icon: CircleCheck },
  Upgraded: { tone: 'warn', icon: CircleArrowUp },
  Canceled: { tone: 'bad', icon: CircleX },
} as const

/** A subscription's status. */
export function StatusBadge({ status, className }: { status: ActivityStatus; className?: string }) {
  return (
    <Badge {...looks[status]} className={className}>
      {status}
    </Badge>
  )
}
