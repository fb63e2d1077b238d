import {
  CalendarX2,
  CircleAlert,
  CircleArrowUp,
  CircleCheck,
  CirclePause,
  CircleX,
  Hourglass,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import type { SubscribedPlan, SubscriptionActivityRow } from '../../../contract/billing'
import type { Profile } from '../../../contract/profile'
import { settings } from '../../settings'
import { Badge } from '../../ui/Badge'
import { formatDay } from '../days'
import { stopOf } from '../subscribed-plan'

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

export const StatusBadge = ({ status }: { status: ActivityStatus }) => (
  <Badge {...looks[status]}>{status}</Badge>
)

const paymentLooks = {
  pending: { tone: 'warn', icon: CircleAlert, children: 'Payment overdue' },
  halted: { tone: 'bad', icon: CircleX, children: 'Payment failed' },
  paused: { tone: 'neutral', icon: CirclePause, children: 'Paused' },
  authorised: { tone: 'neutral', icon: Hourglass, children: 'Awaiting payment' },
} as const

/** @returns the badge of a plan whose payment says more than 'Active' (D111); null: it says no more. */
export function paymentBadgeOf(
  plan: SubscribedPlan,
  organization: Profile['organization'],
): ComponentProps<typeof Badge> | null {
  const { payment_state: state = 'paid' } = plan
  if (!settings.isOurServer) return null
  if (state !== 'paid') return paymentLooks[state]
  const end = stopOf(plan, organization)
  if (!end) return null
  return { tone: 'warn', icon: CalendarX2, children: `Ends ${formatDay(end, false, 'short')}` }
}
