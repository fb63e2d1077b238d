import { ArrowUpRight, CircleAlert, CirclePause, CircleX, Hourglass } from 'lucide-react'
import type { SubscribedPlan } from '../../../contract/billing'
import { settings } from '../../settings'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { StatusBadge } from '../activity/StatusBadge'
import { ChangeMethod } from '../payment/ChangeMethod'
import { PlanPoints } from '../pricing/PlanPoints'
import { PriceText } from '../pricing/PriceText'
import { ownPriceOf } from '../pricing/price'
import { canChangeMethod, isStoppable } from '../subscribed-plan'
import { BuyerLine } from './BuyerLine'
import { PaymentLines } from './PaymentLines'
import type { useCancel } from './use-cancel'
import type { useRenewal } from './use-renewal'

interface CurrentPlanCardProps {
  plan: SubscribedPlan
  /** Whether the plan is the most expensive one. Then the upgrade button is secondary. */
  isDearest: boolean
  /** Whether the organisation is to be deleted, so that no other plan can be bought (D140). */
  isEnding: boolean
  cancelling: ReturnType<typeof useCancel>
  renewal: ReturnType<typeof useRenewal>
  /** The action that waits for the profile; null: none. */
  asking: string | null
  onCancel: () => void
  onStop: () => void
}

export function CurrentPlanCard(props: CurrentPlanCardProps) {
  const { plan, isDearest, isEnding, cancelling, renewal, asking, onCancel, onStop } = props
  const { problem } = cancelling
  const isCancelling = cancelling.plan !== null
  const renewing = { look: 'secondary', busy: renewal.isBusy, disabled: isCancelling } as const
  const canRenew = settings.isOurServer
  const canBeKept = canRenew && plan.can_be_kept_until !== undefined
  const upgrade = !isEnding && (
    <ButtonLink to="/dashboard/pricing" look={isDearest ? 'secondary' : 'primary'}>
      <ArrowUpRight className="size-4" />
      Upgrade Now
    </ButtonLink>
  )
  return (
    <Card className="grid gap-x-8 gap-y-5 p-4 sm:p-6 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-20 font-[650] tracking-[-0.02em] wrap-anywhere">{plan.name}</h2>
          <PlanBadge plan={plan} />
        </div>
        <p className="mt-1.5 text-14 text-ink-3 wrap-anywhere">{plan.tag_line_for_plan}</p>
        <PlanPoints
          points={plan.descriptions.map(({ point }) => point)}
          className="mt-5 grid gap-x-8 gap-y-3.25 sm:w-fit sm:grid-cols-[auto_auto] lg:grid-cols-[auto_auto_auto]"
        />
      </div>
      <div className="flex flex-col justify-between gap-5 lg:items-end">
        <div>
          <PriceText price={ownPriceOf(plan)} interval={plan.interval} className="lg:justify-end" />
          {canRenew && <PaymentLines plan={plan} />}
          {canRenew && <BuyerLine plan={plan} />}
          {/* After a failed payment the banner has this button. */}
          {canRenew && plan.payment_state === 'paid' && canChangeMethod(plan) && (
            <div className="-mb-2 flex max-lg:-ms-4 lg:-me-4 lg:justify-end">
              <ChangeMethod look="accent" disabled={isCancelling} />
            </div>
          )}
        </div>
        {/* 'Stop renewing' and 'Keep my plan' never share a place, and 'Cancel' keeps its own (D115). */}
        <div className="flex flex-wrap gap-2.5 max-sm:*:grow max-sm:*:nth-3:basis-full lg:justify-end">
          {canBeKept
            ? upgrade
            : canRenew &&
              isStoppable(plan) && (
                <Button {...renewing} busy={renewal.isBusy || asking === 'stop'} onClick={onStop}>
                  Stop renewing
                </Button>
              )}
          <Button look="danger" busy={isCancelling || asking === 'cancel'} onClick={onCancel}>
            {isCancelling ? 'Cancelling...' : 'Cancel'}
          </Button>
          {canBeKept ? (
            <Button {...renewing} onClick={() => renewal.keep(plan)}>
              Keep my plan
            </Button>
          ) : (
            upgrade
          )}
        </div>
      </div>
      {problem && (
        <div role="alert" className="text-14 text-bad lg:col-span-2 lg:text-end">
          <p className="font-medium">{problem.text}</p>
          {problem.detail && <p className="wrap-anywhere">{problem.detail}</p>}
        </div>
      )}
    </Card>
  )
}

const looks = {
  pending: { tone: 'warn', icon: CircleAlert, children: 'Payment overdue' },
  halted: { tone: 'bad', icon: CircleX, children: 'Payment failed' },
  paused: { tone: 'neutral', icon: CirclePause, children: 'Paused' },
  authorised: { tone: 'neutral', icon: Hourglass, children: 'Awaiting payment' },
} as const

/** The badge of the plan in use. It is a green 'Active' only while payments work (D111). */
function PlanBadge({ plan: { payment_state = 'paid' } }: { plan: SubscribedPlan }) {
  if (!settings.isOurServer || payment_state === 'paid') return <StatusBadge status="Active" />
  return <Badge {...looks[payment_state]} />
}
