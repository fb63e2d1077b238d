import { CircleAlert, CirclePause, CircleX, Hourglass } from 'lucide-react'
import type { SubscribedPlan } from '../../../contract/billing'
import { settings } from '../../settings'
import { Badge } from '../../ui/Badge'
import { StatusBadge } from '../activity/StatusBadge'

const looks = {
  pending: { tone: 'warn', icon: CircleAlert, children: 'Payment overdue' },
  halted: { tone: 'bad', icon: CircleX, children: 'Payment failed' },
  paused: { tone: 'neutral', icon: CirclePause, children: 'Paused' },
  authorised: { tone: 'neutral', icon: Hourglass, children: 'Awaiting payment' },
} as const

/** The state of the plan in use: a green 'Active' only where nothing is wrong with its payment (D111). */
export function PlanBadge({ plan: { payment_state = 'paid' } }: { plan: SubscribedPlan }) {
  const isKnown = settings.isOurServer
  if (!isKnown || payment_state === 'paid') return <StatusBadge status="Active" />
  return <Badge {...looks[payment_state]} />
}
